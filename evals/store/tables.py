"""The tables. Times are seconds since 1970; what is JSON is a record of `evals.records`."""

from pathlib import Path

from sqlalchemy import JSON, Boolean, Column, Float, Index, Integer, MetaData, String, Table

from tool_registry.base.sql import Schema

metadata = MetaData()
SCHEMA = Schema("evals", "0001", Path(__file__).with_name("migrations"))

runs = Table(
    "eval_runs",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("suite", String(1024), nullable=False),
    Column("started_at", Float, nullable=False),
    Column("info", JSON, nullable=False),
    Index("eval_runs_started", "started_at"),
)

records = Table(
    "eval_records",
    metadata,
    Column("run_id", String(64), primary_key=True),
    Column("id", String(256), primary_key=True),
    Column("repetition", Integer, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("passed", Boolean, nullable=False),
    Column("record", JSON, nullable=False),
)
"""`place`: 0, 1, … in the order in which they ended."""
