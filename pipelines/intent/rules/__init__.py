"""What is decided before a sentence is understood: unreadable, secret-bearing, small talk."""

from pipelines.intent.rules.verdict import RuleVerdict, check, unreadable

__all__ = ["RuleVerdict", "check", "unreadable"]
