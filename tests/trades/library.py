"""A lending library, in English: one environment has less than the other; amounts in cents."""

from functools import cache
from typing import Any

from tool_registry.base.environment import Environment, Environments
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.packs import load_packs

ENVIRONMENTS = Environments(
    configured=(
        Environment(name="daily", label={"zh": "线下", "en": "daily"}, words=("offline", "线下")),
        Environment(name="pre", label={"zh": "预发", "en": "pre-release"}, words=("预发",)),
    )
)

READER = {
    "readerId": {"type": "string", "description": "reader id"},
    "name": {"type": "string", "description": "reader's name"},
    "phone": {"type": "string", "description": "reader's phone number"},
}
LOAN = {
    "loanId": {"type": "string", "description": "loan id"},
    "readerId": {"type": "string", "description": "reader id"},
    "bookId": {"type": "string", "description": "book id"},
    "status": {"type": "string", "description": "loan status: OPEN-open RETURNED-returned"},
    "dueDate": {"type": "string", "description": "due date"},
}
FINE = {
    "fineId": {"type": "string", "description": "fine id"},
    "readerId": {"type": "string", "description": "reader id"},
    "amount": {"type": "integer", "description": "amount of the fine, in cents"},
    "status": {"type": "string", "description": "fine status: UNPAID-unpaid PAID-paid"},
}
BOOK = {
    "bookId": {"type": "string", "description": "book id"},
    "title": {"type": "string", "description": "title of the book"},
}
ENV = {"type": "string", "enum": ["daily", "pre"], "description": "environment"}


def described(function: str, author: str, environments: str = "daily, pre") -> str:
    """A description as the library's authors write it."""
    return (
        f"Platform: shelf\nEnvironments: {environments}\nAuthor: {author}\n"
        f"Function: {function}\nTroubleshooting: look at the desk's log"
    )


def tool(
    name: str,
    title: str,
    description: str,
    arguments: dict[str, Any],
    output: dict[str, Any],
    **more: Any,
) -> RawTool:
    """A tool that takes an environment; every argument is required unless it has a default."""
    properties = {"env": ENV, **arguments}
    required = [key for key, schema in properties.items() if "default" not in schema]
    return RawTool(
        source="library",
        name=name,
        title=title,
        description=description,
        input_schema={"type": "object", "properties": properties, "required": required},
        output_schema={"type": "object", "properties": output},
        **more,
    )


def many(fields: dict[str, Any]) -> dict[str, Any]:
    """A list of such rows."""
    return {"list": {"type": "array", "items": {"type": "object", "properties": fields}}}


def one(fields: dict[str, Any], name: str) -> dict[str, Any]:
    """One argument out of a row's fields."""
    return {name: fields[name]}


TOOLS = (
    tool(
        "createReader",
        "Create reader",
        described("Creates a reader.", "Ada"),
        {"name": {**READER["name"], "default": "reader"}},
        READER,
    ),
    tool(
        "getReader",
        "Query reader",
        described("Queries a reader by id.", "Ada"),
        one(READER, "readerId"),
        READER,
        read_only=True,
    ),
    tool(
        "findReaderByPhone",
        "Query reader by phone",
        described("Queries the reader who has a phone number.", "Ada"),
        one(READER, "phone"),
        READER,
        read_only=True,
    ),
    tool(
        "createBook",
        "Create book",
        described("Creates a book.", "Grace", "daily"),
        one(BOOK, "title"),
        BOOK,
    ),
    tool(
        "createLoan",
        "Create loan",
        described("Creates a loan of a book to a reader.", "Grace"),
        {**one(LOAN, "readerId"), **one(LOAN, "bookId")},
        LOAN,
    ),
    tool(
        "getLoan",
        "Query loan",
        described("Queries a loan by id.", "Grace"),
        one(LOAN, "loanId"),
        LOAN,
        read_only=True,
    ),
    tool(
        "listReaderLoans",
        "List loans of a reader",
        described("Lists all loans of a reader.", "Grace"),
        one(LOAN, "readerId"),
        many(LOAN),
        read_only=True,
    ),
    tool(
        "returnLoan",
        "Return loan",
        described("Returns a loan: the loan becomes returned.", "Linus"),
        one(LOAN, "loanId"),
        LOAN,
    ),
    tool(
        "createFine",
        "Create fine",
        described("Creates a fine for a reader.", "Linus"),
        {**one(FINE, "readerId"), **one(FINE, "amount")},
        one(FINE, "fineId"),
    ),
    tool(
        "getFine",
        "Query fine",
        described("Queries a fine by id.", "Linus"),
        one(FINE, "fineId"),
        FINE,
        read_only=True,
    ),
    tool(
        "verifyFine",
        "Verify fine",
        described("Verifies a fine against the rules of the house.", "Linus"),
        one(FINE, "fineId"),
        {
            "passed": {"type": "boolean"},
            "rules": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "ruleName": {"type": "string"},
                        "expected": {"type": "string"},
                        "actual": {"type": "string"},
                        "passed": {"type": "boolean"},
                    },
                },
            },
        },
        read_only=True,
    ),
)

PAGES = (
    Document(
        source="library",
        name="rules.md",
        text=(
            "# House rules\n\n## Loans\n\nA loan runs for 28 days and can be renewed once.\n\n"
            "## Fines\n\nA fine of 20 cents a day is due for every book that comes back late.\n\n"
            "## Reading room and lending desk\n\nIn the reading room books stay in the house; "
            "from the lending desk they are taken home.\n"
        ),
    ),
)


@cache
def library() -> Catalogue:
    """The catalogue of the library."""
    return build_catalogue(TOOLS, PAGES, ENVIRONMENTS, load_packs(("general",)))
