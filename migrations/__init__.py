"""The schema's history: alembic revisions, one theme each; the statements stand in sql/."""
