"""What is a secret in a text, and the text without it. Pure; used before anything is stored, embedded or sent to a model."""
