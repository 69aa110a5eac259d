"""The embedding model that runs inside the process."""
