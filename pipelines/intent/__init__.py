"""Understanding a request: what is to be done, to what, with whom, where, and what is missing."""

from pipelines.intent.understanding import understand

__all__ = ["understand"]
