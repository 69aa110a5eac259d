"""A seeded monkey against the whole product: `make faults`. Not part of `make test`: each seed takes minutes."""
