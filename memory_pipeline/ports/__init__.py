"""The roles that adapters play for use cases: one Protocol per file."""
