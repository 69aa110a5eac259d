"""Memories as JSON documents and as tables for people. Shared by whatever shows them; reads nothing, decides nothing."""
