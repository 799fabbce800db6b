"""The validator: what the rules plan passes unchanged, and what a model makes up falls by name."""

from collections.abc import Callable
from typing import Any

import pytest

from pipelines.reasoning.planner.plan import frozen
from tests.agents.proposals import BOOK, LEND, READER, draft, form_of, judged, surveyed
from tests.planner.library import asks, known, must, thing, wish

Form = dict[str, Any]
REQUESTS = {
    "a lookup": LEND,
    "two of a kind": asks(wish("create", "create", thing("loan"), READER, BOOK, count=2)),
    "a thing made on the way": asks(wish("create", "create", thing("loan"))),
    "a title": asks(wish("create", "create", thing("book", where=[must("title", "Emma")]))),
    "a question": asks(wish("query", "query", thing("loan", known("id", "L-5")))),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_the_rules_own_plan_passes_and_freezes_to_itself(name: str) -> None:
    found = surveyed(REQUESTS[name])
    result = judged(form_of(found), found)
    assert result.problems == ()
    assert result.state is not None
    chain = frozen(found.problem, result.state, found.present)
    assert chain.digest == draft(found).digest
    assert chain.checks == draft(found).checks


def lookup(form: Form) -> Form:
    return form["steps"][0]


def loan(form: Form) -> Form:
    return form["steps"][-1]


def argument(step: Form, name: str) -> Form:
    return next(one for one in step["arguments"] if one["name"] == name)


def _invent(form: Form) -> None:
    argument(loan(form), "bookId").update(words="B-99", value="B-99")


def _shorten(form: Form) -> None:
    argument(lookup(form), "email").update(words="a@b.i", value=None)


def _swap(form: Form) -> None:
    argument(loan(form), "bookId").update(words="a@b.io", value=None)


def _other_value(form: Form) -> None:
    argument(loan(form), "bookId").update(value="B-8")


def _elsewhere(form: Form) -> None:
    form["environment"] = "daily"


def _unknown_tool(form: Form) -> None:
    loan(form)["tool"] = "library/lend_everything"


def _other_deed(form: Form) -> None:
    loan(form).update(tool="library/add_book", arguments=[])


def _no_field(form: Form) -> None:
    argument(loan(form), "memberId").update(field="secret")


def _wrong_field(form: Form) -> None:
    argument(loan(form), "memberId").update(field="email")


def _later(form: Form) -> None:
    argument(loan(form), "memberId").update(step=2)


def _drawn(form: Form) -> None:
    argument(loan(form), "bookId").update(source="generated", words=None, value=None)


def _default(form: Form) -> None:
    argument(loan(form), "bookId").update(source="default", words=None, value=None)


def _memory(form: Form) -> None:
    argument(loan(form), "bookId").update(source="memory", words=None, value=None)


def _left_out(form: Form) -> None:
    loan(form)["arguments"] = [argument(loan(form), "memberId")]


def _twice(form: Form) -> None:
    form["steps"].append(loan(form))


def _unused(form: Form) -> None:
    form["steps"].insert(
        1, {"tool": "library/list_books", "goal": "G1", "role": "helper", "arguments": []}
    )


def _extra_effect(form: Form) -> None:
    lookup(form)["tool"] = "library/register_member"
    lookup(form)["arguments"] = [
        {"name": "name", "source": "generated"},
        {"name": "email", "source": "words", "words": "a@b.io"},
    ]


def _endless(form: Form) -> None:
    form["steps"] = form["steps"] * 40


def _no_goal(form: Form) -> None:
    loan(form)["goal"] = "G7"


def _unknown_argument(form: Form) -> None:
    loan(form)["arguments"].append({"name": "force", "source": "words", "words": "B-7"})


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_invent, "bookId"),
        (_shorten, "a@b.i"),
        (_swap, "bookId"),
        (_other_value, "B-8"),
        (_elsewhere, "daily"),
        (_unknown_tool, "library/lend_everything"),
        (_other_deed, "library/add_book"),
        (_no_field, "secret"),
        (_wrong_field, "email"),
        (_later, "library/find_member_by_email"),
        (_drawn, "bookId"),
        (_default, "bookId"),
        (_memory, "bookId"),
        (_left_out, "bookId"),
        (_twice, "G1"),
        (_unused, "library/list_books"),
        (_extra_effect, "library/register_member"),
        (_endless, "80"),
        (_no_goal, "G7"),
        (_unknown_argument, "force"),
    ],
)
def test_what_nobody_gave_or_asked_for_is_refused_by_name(
    spoil: Callable[[Form], None], said: str
) -> None:
    found = surveyed()
    form = form_of(found)
    spoil(form)
    result = judged(form, found)
    assert result.state is None
    assert any(said in problem for problem in result.problems), result.problems


def test_a_tool_that_was_not_offered_is_refused() -> None:
    found = surveyed()
    result = judged(form_of(found), found, without="library/create_loan")
    assert "library/create_loan" in result.problems[0]


def test_a_question_gets_no_tool_that_changes_data() -> None:
    found = surveyed(REQUESTS["a question"])
    form = form_of(found)
    form["steps"][-1].update(tool="library/create_loan", arguments=[])
    assert "library/create_loan" in judged(form, found).problems[0]


def test_a_person_is_never_picked_from_a_list() -> None:
    found = surveyed(asks(wish("create", "create", thing("loan"), BOOK)))
    form = form_of(found)
    lookup(form).update(tool="library/find_member_by_email", arguments=[])
    assert judged(form, found).state is None


def test_nothing_is_made_twice_to_look_something_up_in_it() -> None:
    found = surveyed(REQUESTS["a thing made on the way"])
    form = form_of(found)
    main = form["steps"].pop()
    aside = {**main, "role": "helper", "purpose": ""}
    look = {"tool": "library/get_loan", "goal": "G1", "role": "helper", "purpose": ""}
    looked_up = {"name": "loanId", "source": "output", "step": 3, "field": "loanId"}
    member = {"name": "memberId", "source": "output", "step": 4, "field": "memberId"}
    main = {**main, "arguments": [member, argument(main, "bookId")]}
    form["steps"] += [aside, {**look, "arguments": [looked_up]}, main]
    problems = judged(form, found).problems
    assert any("library/create_loan" in one for one in problems), problems
