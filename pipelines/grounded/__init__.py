"""Sentences read against what an HTTP API declares and what its lists hold."""

from pipelines.grounded.entrance import Grounded, Worlds, plan_grounded
from pipelines.grounded.random_picks import taken_at_random

__all__ = ["Grounded", "Worlds", "plan_grounded", "taken_at_random"]
