"""The use cases: one verb per file, a plain function of a command and the roles it needs."""
