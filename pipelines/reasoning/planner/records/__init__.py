"""How goals on the records of HTTP APIs are planned; the text itself is not read."""

from pipelines.reasoning.planner.records.method import NoOperation, Records
from pipelines.reasoning.planner.records.partial_plan import Unplannable

__all__ = ["NoOperation", "Records", "Unplannable"]
