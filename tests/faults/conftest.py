"""Stacks for tests that kill: each test has its own."""

from tests.support.stack_fixtures import MakeStack, make_stack, tenant

__all__ = ["MakeStack", "make_stack", "tenant"]
