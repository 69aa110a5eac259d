"""The rules of memory as pure values and functions: no I/O, no clock, no randomness.

Everything here is called with the instant, the ids and the numbers it needs; it must not know of
databases, brokers, models or settings.
"""
