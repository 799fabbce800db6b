"""An organ workshop, in English: jobs of closed kinds that stand on a bench, churches they are for,
and tools of the trade that are lent by name and day."""

from tests.trades.counter import Counter, Deed, items, only, text, tool

JOB = {
    "job_id": text("Id of the job"),
    "church_id": text("Id of the church that the organ stands in"),
    "kind": text("Kind of job", enum=["voicing", "tuning", "cleaning"]),
    "rank": text("Name of the rank of pipes, such as Principal 8"),
    "note": text("Note for the bench"),
    "state": text("State of the job", enum=["on_bench", "voiced", "sent_back"]),
}
CHURCH = {"church_id": text("Id of the church"), "town": text("Town of the church")}
LOAN = {
    "loan_id": text("Id of the loan"),
    "jig_id": text("Id of the jig"),
    "borrower": text("Name of the one who borrows"),
    "due_date": text("Day by which it is back", format="date"),
}
JIG = {"jig_id": LOAN["jig_id"], "title": text("Title of the jig")}

TOOLS = (
    tool("organs", "create_job", "Create a job for the organ of a church",
         only(JOB, "church_id", "kind", "rank", "note"), JOB, optional=("rank", "note")),
    tool("organs", "update_job", "Update a job",
         only(JOB, "job_id", "state", "note", "rank"), JOB, optional=("state", "note", "rank")),
    tool("organs", "get_job", "Look up a job by its id", only(JOB, "job_id"), JOB, reads=True),
    tool("organs", "list_jobs", "List the jobs", {}, items(JOB), reads=True),
    tool("organs", "get_church", "Look up a church by its id", only(CHURCH, "church_id"), CHURCH,
         reads=True),
    tool("organs", "lend_jig", "Lend a jig to somebody",
         only(LOAN, "jig_id", "borrower", "due_date"), LOAN),
    tool("organs", "get_jig", "Look up a jig by its id", only(JIG, "jig_id"), JIG, reads=True),
)  # fmt: skip
DEEDS = {
    "create_job": Deed("make", "job_id", {"state": "=on_bench"}),
    "update_job": Deed("change", "job_id", {"state": "state", "note": "note", "rank": "rank"}),
    "get_job": Deed("read", "job_id"),
    "list_jobs": Deed("list", "job_id"),
    "get_church": Deed("read", "church_id"),
    "lend_jig": Deed("make", "loan_id"),
    "get_jig": Deed("read", "jig_id"),
}


def organs() -> Counter:
    """The workshop with two jobs, a church and a jig."""
    job = {"church_id": "12", "kind": "voicing", "rank": "Gamba 8", "note": ""}
    rows = {
        "501": {"job_id": "501", **job, "state": "voiced"},
        "502": {"job_id": "502", **job, "state": "on_bench"},
        "12": {"church_id": "12", "town": "Bath"},
        "73": {"jig_id": "73", "title": "Mandrel"},
    }
    return Counter("organs", TOOLS, DEEDS, rows)
