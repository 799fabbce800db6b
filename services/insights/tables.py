"""What is kept of each ended run so that many are counted fast. Times are seconds since 1970."""

from pathlib import Path

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table

from tool_registry.base.sql import Schema

QUARTER = 900
"""Seconds: every time zone's day begins on one."""

metadata = MetaData()
SCHEMA = Schema("insights", "0006", Path(__file__).with_name("migrations"))

ended = Table(
    "insights_runs",
    metadata,
    Column("run_id", String(64), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("user", String(128), nullable=False),
    Column("session_id", String(256), nullable=False),
    Column("project", String(128), nullable=False),
    Column("environment", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("entity", String(256), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("asks", Boolean, nullable=False),
    Column("takes_up", Boolean, nullable=False),
    Column("went_on", Boolean, nullable=False),
    Column("quarter", Integer, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("finished_at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("action", String(64), nullable=False),
    Column("request_run", String(64), nullable=False),
    Index("insights_runs_by_time", "tenant", "quarter"),
    Index("insights_runs_by_session", "session_id", "started_at"),
    Index("insights_runs_by_end", "finished_at"),
)
"""A row a run that has ended; of its sentence nothing but the language, and, where no tool serves
it and its kind of thing is not known, what that is called there, without values.

`project`: whose tools it used, else the team of its person; empty for none. `environment`,
`entity`, `action`: as they were understood, empty where they were not. `asks`: it ended with a
question or with choices. `takes_up`: it answers such a one. `went_on`: it asked, and the next
message of its conversation took that up, and is the request. `quarter`: the quarter of an hour,
since 1970, in which it began. `request_run`: the run that began the request: this one, or the
question that this one answers or declines."""

calls = Table(
    "insights_calls",
    metadata,
    Column("run_id", String(64), primary_key=True),
    Column("tool", String(256), primary_key=True),
    Column("calls", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Index("insights_calls_by_tool", "tool"),
)
"""How often a run called a tool, and how often that failed or nobody knows. `place`: as the
how-manieth of its tools it was first called, from 0."""
