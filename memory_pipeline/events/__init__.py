"""The wire: versioned event models and their codec. What travels on the broker holds ids and small values only."""
