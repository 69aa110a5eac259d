"""What people and programs use: the Python client, the command line, and later HTTP."""
