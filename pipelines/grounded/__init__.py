"""Sentences read against what an HTTP API declares and what its lists hold."""

from pipelines.grounded.entrance import Grounded, Worlds, plan_grounded

__all__ = ["Grounded", "Worlds", "plan_grounded"]
