"""Nights: what is forgotten, step by step, at a cost that follows what is due and not what is there."""
