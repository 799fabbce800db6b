"""Requests about the records of an HTTP API: collections that are listed, made, changed, deleted.

What such an API can do is plain from its verbs and paths; what its records are called only its own
lists tell. So a sentence is read by the words of the collections and of their fields, and every
name in it is looked up before anything is planned.
"""

from pipelines.records.entrance import about_records, as_data
from pipelines.records.planning import plan_records
from pipelines.records.wishes import Wishes

__all__ = ["Wishes", "about_records", "as_data", "plan_records"]
