"""Bug reports of projects; they belong to no environment."""

from services.sandbox.commerce.handlers.common import read, require, rows, view
from services.sandbox.trade import Call, Handler, Row


def _file_bug(call: Call) -> Row:
    project = require(call.world, "project", call.args["projectCode"])
    row = {
        "projectCode": project["id"],
        "title": call.args["title"],
        "description": call.arg("description", ""),
        "severity": call.arg("severity", 3),
        "assignee": call.arg("assignee", project["owner"]),
        "status": "OPEN",
        "createdAt": call.world.time(),
    }
    return view("bug", call.world.create("bug", row))


HANDLERS: dict[str, Handler] = {
    "fileBug": _file_bug,
    "getBug": read("bug", "bugId"),
    "listProjects": rows("project"),
}
