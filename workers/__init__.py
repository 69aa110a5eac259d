"""Celery's side: thin shells that take a message, call a use case and say what becomes of the message."""
