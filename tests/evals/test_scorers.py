"""Each scorer passes what is right, and says what is wrong with what is not."""

from evals.scorers.chain import score_chain
from evals.scorers.effects import score_effects
from evals.scorers.question import score_question
from tests.evals.answers import answer, created, intent, outcome, steps

TICKET = {"op": "create", "entity": "ticket", "environment": "pre"}


def test_expected_effects_may_speak_in_another_unit_than_the_log() -> None:
    expected = {"effects": [{**TICKET, "after": {"price": "{price} yuan in fen"}}]}
    right = outcome(expected, answer(), created(1, "ticket", "T1", price=1250), price="12.5")
    wrong = outcome(expected, answer(), created(1, "ticket", "T1", price=12), price="12.5")
    assert score_effects(right).passed
    assert score_effects(wrong).reasons == (
        "unexpected: create ticket T1 in pre by make (id=T1, price=12)",
        "1 missing: create ticket in pre {'price': '12.5 yuan in fen'}",
    )


def test_a_second_effect_is_one_too_many() -> None:
    log = [created(1, "ticket", "T1"), created(2, "ticket", "T2")]
    judged = score_effects(outcome({"effects": [TICKET]}, answer(), *log))
    assert judged.reasons == ("unexpected: create ticket T2 in pre by make (id=T2)",)


def test_the_number_of_effects_may_be_drawn() -> None:
    log = [created(1, "ticket", "T1"), created(2, "ticket", "T2")]
    expected = {"effects": [{**TICKET, "count": "{count}"}]}
    assert score_effects(outcome(expected, answer(), *log, count="2")).passed
    assert not score_effects(outcome(expected, answer(), *log, count="3")).passed


def test_the_right_effect_in_the_wrong_environment_does_not_count() -> None:
    log = created(1, "ticket", "T1", environment="daily")
    assert not score_effects(outcome({"effects": [TICKET]}, answer(), log)).passed


def test_effects_refer_to_earlier_ones_and_keep_their_order() -> None:
    guest = {"op": "create", "entity": "guest", "environment": "pre", "name": "guest"}
    ticket = {**TICKET, "after": {"guest": "$guest.id"}}
    expected = {"effects": [guest, ticket]}
    log = [created(1, "guest", "G7"), created(2, "ticket", "T1", guest="G7")]
    assert score_effects(outcome(expected, answer(), *log)).passed
    stranger = created(2, "ticket", "T1", guest="G8")
    assert not score_effects(outcome(expected, answer(), log[0], stranger)).passed


def test_an_effect_before_its_turn_is_out_of_order() -> None:
    guest = {**TICKET, "entity": "guest"}
    log = [created(1, "ticket", "T1"), created(2, "guest", "G7")]
    judged = score_effects(outcome({"effects": [guest, TICKET]}, answer(), *log))
    assert judged.reasons == ("out of order: create ticket T1 in pre by make (id=T1)",)
    free = {"effects": [{**guest, "anytime": True}, TICKET]}
    assert score_effects(outcome(free, answer(), *log)).passed


def test_one_upstream_thing_of_a_kind_is_allowed_and_no_more() -> None:
    expected = {"effects": [TICKET], "upstream": ["hall"]}
    log = [created(1, "hall", "H1"), created(2, "ticket", "T1")]
    assert score_effects(outcome(expected, answer(), *log)).passed
    assert not score_effects(outcome(expected, answer(), *log, created(3, "hall", "H2"))).passed


def test_a_summary_that_promises_too_much_is_found() -> None:
    given = answer(summary={"satisfied": True, "text": "all well"})
    judged = score_effects(outcome({"satisfied": False}, given))
    assert judged.reasons == ("satisfied is True: all well",)


def test_a_contradiction_must_be_named_where_one_is_due() -> None:
    named = [{"text": "two tickets", "verdict": "contradicted"}]
    given = answer(summary={"satisfied": False, "requirements": named})
    assert score_effects(outcome({"contradicted": True}, given)).passed
    silent = answer(summary={"satisfied": False})
    assert not score_effects(outcome({"contradicted": True}, silent)).passed


def test_data_that_must_be_shown_is_looked_for_by_id() -> None:
    given = answer(summary={"data": [{"entity": "ticket", "id": "T1"}]})
    assert score_effects(outcome({"data": ["{ticket}"]}, given, ticket="T1")).passed
    assert not score_effects(outcome({"data": ["{ticket}"]}, given, ticket="T2")).passed


def test_the_chain_is_judged_by_status_intent_and_tools() -> None:
    given = answer("refused", chain=steps("findGuest", "sellTicket"), intent=intent())
    expected = {
        "intent": "query_data",
        "environment": "pre",
        "candidates": ["sellTicket"],
        "chain": {"goal": "giveTicket", "steps": ["sellTicket", "findGuest"], "length": 1},
    }
    assert score_chain(outcome(expected, given)).reasons == (
        "status refused, expected succeeded",
        "intent create_data, expected query_data",
        "environment None, expected pre",
        "sellTicket is not among the candidates",
        "no giveTicket in the chain: findGuest → sellTicket",
        "not sellTicket → findGuest in this order: findGuest → sellTicket",
        "2 steps, expected 1: findGuest → sellTicket",
    )


def test_a_chain_that_only_was_shown_did_not_run() -> None:
    expected = {"chain": {"executed": False}}
    assert score_chain(outcome(expected, answer(chain=steps("sell", status="planned")))).passed
    assert not score_chain(outcome(expected, answer(chain=steps("sell", status="unknown")))).passed


def test_arguments_are_found_at_any_depth() -> None:
    given = answer(chain=steps("sell", ticket={"seats": [{"row": 7}]}))
    assert score_chain(outcome({"chain": {"arguments": ["{row}"]}}, given, row="7")).passed
    assert not score_chain(outcome({"chain": {"arguments": ["{row}"]}}, given, row="8")).passed


def test_hidden_parameters_in_an_answer_fail_it() -> None:
    given = answer(chain=steps("sell", _mcp_t=True))
    assert score_chain(outcome({}, given)).reasons == ("a hidden parameter is shown",)


def test_a_question_must_ask_for_what_is_missing() -> None:
    given = answer("needs_input", intent=intent("environment"), question="Where? Say: …")
    asked = {"status": "needs_input", "question": {"asks": ["environment"], "says": ["where"]}}
    assert score_question(outcome(asked, given)).passed
    other = {"status": "needs_input", "question": {"asks": ["recipient|guest"]}}
    assert score_question(outcome(other, given)).reasons == (
        "does not ask for recipient|guest, but for environment",
    )


def test_an_answer_must_say_the_words_of_the_case() -> None:
    given = answer(summary={"text": "1. tickets (pre)"})
    assert score_question(outcome({"says": ["1.|1)", "PRE"]}, given)).passed
    assert not score_question(outcome({"says": ["2."]}, given)).passed
