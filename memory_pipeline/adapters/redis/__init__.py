"""Redis or Valkey as the working tier: live sessions, and the inbox of events that wait for the ledger."""
