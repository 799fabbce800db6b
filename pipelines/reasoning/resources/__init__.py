"""Planning requests on the records of HTTP APIs, from goals; the text itself is not read."""

from pipelines.reasoning.resources.plan import is_about, plan

__all__ = ["is_about", "plan"]
