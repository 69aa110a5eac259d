"""Every port without a server, for tests and for programs that keep no memory between runs.

Simple and correct rather than fast; held to the same contract tests as the adapters on real servers.
"""
