"""The demo: conversations and facts written for it, and the script that sends them through the real pipeline."""
