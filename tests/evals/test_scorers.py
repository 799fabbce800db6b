"""Each scorer passes what is right, and says what is wrong with what is not."""

from dataclasses import replace

from evals.score import Outcome, Score, Scorer
from evals.scorers.answer import Status, Verdicts, Words
from evals.scorers.arguments import Arguments, EdgeF1
from evals.scorers.candidates import CandidatePrecision, CandidateRecall, Candidates
from evals.scorers.chain import Chain, ChainDistance, ChainExact, NodeF1
from evals.scorers.costs import Calls, Cost, Latency, Tokens
from evals.scorers.effects import Effects, EndState
from evals.scorers.reading import Choices, Question, Reading, Refusal
from evals.scorers.shipped import SHIPPED
from tests.evals.answers import answer, created, intent, outcome, steps


def judge(scorer: Scorer, given: Outcome) -> Score:
    """The verdict of a scorer that has something to judge."""
    found = scorer.score(given)
    assert found is not None
    assert found.scorer == scorer.name
    return found


def say(given: Outcome, *scorers: Scorer) -> tuple[str, ...]:
    """What these scorers have to say against it."""
    return tuple(reason for one in scorers for reason in judge(one, given).reasons)


TICKET = {"op": "create", "entity": "ticket", "environment": "pre"}


def test_expected_effects_may_speak_in_another_unit_than_the_log() -> None:
    expected = {"effects": [{**TICKET, "after": {"price": "{price} yuan in fen"}}]}
    right = outcome(expected, answer(), created(1, "ticket", "T1", price=1250), price="12.5")
    wrong = outcome(expected, answer(), created(1, "ticket", "T1", price=12), price="12.5")
    assert judge(Effects(), right).passed
    assert judge(Effects(), wrong).reasons == (
        "unexpected: create ticket T1 in pre by make (id=T1, price=12)",
        "1 missing: create ticket in pre {'price': '12.5 yuan in fen'}",
    )


def test_a_second_effect_is_one_too_many() -> None:
    log = [created(1, "ticket", "T1"), created(2, "ticket", "T2")]
    judged = judge(Effects(), outcome({"effects": [TICKET]}, answer(), *log))
    assert judged.reasons == ("unexpected: create ticket T2 in pre by make (id=T2)",)


def test_the_number_of_effects_may_be_drawn() -> None:
    log = [created(1, "ticket", "T1"), created(2, "ticket", "T2")]
    expected = {"effects": [{**TICKET, "count": "{count}"}]}
    assert judge(Effects(), outcome(expected, answer(), *log, count="2")).passed
    assert not judge(Effects(), outcome(expected, answer(), *log, count="3")).passed


def test_the_right_effect_in_the_wrong_environment_does_not_count() -> None:
    log = created(1, "ticket", "T1", environment="daily")
    assert not judge(Effects(), outcome({"effects": [TICKET]}, answer(), log)).passed


def test_effects_refer_to_earlier_ones_and_keep_their_order() -> None:
    guest = {"op": "create", "entity": "guest", "environment": "pre", "name": "guest"}
    ticket = {**TICKET, "after": {"guest": "$guest.id"}}
    expected = {"effects": [guest, ticket]}
    log = [created(1, "guest", "G7"), created(2, "ticket", "T1", guest="G7")]
    assert judge(Effects(), outcome(expected, answer(), *log)).passed
    stranger = created(2, "ticket", "T1", guest="G8")
    assert not judge(Effects(), outcome(expected, answer(), log[0], stranger)).passed


def test_an_effect_before_its_turn_is_out_of_order() -> None:
    guest = {**TICKET, "entity": "guest"}
    log = [created(1, "ticket", "T1"), created(2, "guest", "G7")]
    judged = judge(Effects(), outcome({"effects": [guest, TICKET]}, answer(), *log))
    assert judged.reasons == ("out of order: create ticket T1 in pre by make (id=T1)",)
    free = {"effects": [{**guest, "anytime": True}, TICKET]}
    assert judge(Effects(), outcome(free, answer(), *log)).passed


def test_one_upstream_thing_of_a_kind_is_allowed_and_no_more() -> None:
    expected = {"effects": [TICKET], "upstream": ["hall"]}
    log = [created(1, "hall", "H1"), created(2, "ticket", "T1")]
    assert judge(Effects(), outcome(expected, answer(), *log)).passed
    assert not judge(Effects(), outcome(expected, answer(), *log, created(3, "hall", "H2"))).passed


def test_a_summary_that_promises_too_much_is_found() -> None:
    given = answer(summary={"satisfied": True, "text": "all well"})
    judged = judge(Verdicts(), outcome({"satisfied": False}, given))
    assert judged.reasons == (
        "expected: the answer admits that not everything was done as asked; "
        "got: it says that everything was: all well",
    )


def test_a_contradiction_must_be_named_where_one_is_due() -> None:
    named = [{"text": "two tickets", "verdict": "contradicted"}]
    given = answer(summary={"satisfied": False, "requirements": named})
    assert judge(Verdicts(), outcome({"contradicted": True}, given)).passed
    silent = answer(summary={"satisfied": False})
    assert not judge(Verdicts(), outcome({"contradicted": True}, silent)).passed


def test_data_that_must_be_shown_is_looked_for_by_id() -> None:
    given = answer(summary={"data": [{"entity": "ticket", "id": "T1"}]})
    assert judge(Verdicts(), outcome({"data": ["{ticket}"]}, given, ticket="T1")).passed
    assert not judge(Verdicts(), outcome({"data": ["{ticket}"]}, given, ticket="T2")).passed


def test_the_chain_is_judged_by_status_intent_and_tools() -> None:
    given = answer("refused", chain=steps("findGuest", "sellTicket"), intent=intent())
    expected = {
        "intent": "query_data",
        "environment": "pre",
        "candidates": ["sellTicket"],
        "chain": {"goal": "giveTicket", "steps": ["sellTicket", "findGuest"], "length": 1},
    }
    judged = say(outcome(expected, given), Status(), Reading(), Candidates(), Chain())
    assert judged == (
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
    assert judge(Chain(), outcome(expected, answer(chain=steps("sell", status="planned")))).passed
    assert not judge(
        Chain(), outcome(expected, answer(chain=steps("sell", status="unknown")))
    ).passed


def test_arguments_are_found_at_any_depth() -> None:
    given = answer(chain=steps("sell", ticket={"seats": [{"row": 7}]}))
    assert judge(Arguments(), outcome({"chain": {"arguments": ["{row}"]}}, given, row="7")).passed
    assert not judge(
        Arguments(), outcome({"chain": {"arguments": ["{row}"]}}, given, row="8")
    ).passed


def test_hidden_parameters_in_an_answer_fail_it() -> None:
    given = answer(chain=steps("sell", _mcp_t=True))
    assert judge(Chain(), outcome({}, given)).reasons == ("a hidden parameter is shown",)


def test_a_question_must_ask_for_what_is_missing() -> None:
    given = answer("needs_input", intent=intent("environment"), question="Where? Say: …")
    asked = {"status": "needs_input", "question": {"asks": ["environment"], "says": ["where"]}}
    assert judge(Question(), outcome(asked, given)).passed
    other = {"status": "needs_input", "question": {"asks": ["recipient|guest"]}}
    assert judge(Question(), outcome(other, given)).reasons == (
        "does not ask for recipient|guest, but for environment",
    )


def test_an_answer_must_say_the_words_of_the_case() -> None:
    given = answer(summary={"text": "1. tickets (pre)"})
    assert judge(Words(), outcome({"says": ["1.|1)", "PRE"]}, given)).passed
    assert not judge(Words(), outcome({"says": ["2."]}, given)).passed


def test_fields_of_the_reading_are_compared_by_their_path() -> None:
    given = answer(intent=intent(environment="pre"))
    expected = {"environment": "pre", "reads": {"intent_type": "create_data", "language": ["en"]}}
    assert judge(Reading(), outcome(expected, given)) == Score("reading", True, (), 1.0)
    wrong = {"intent": "query_data", "reads": {"object.type": "ticket"}}
    judged = judge(Reading(), outcome(wrong, given))
    assert judged.value == 0
    assert judged.reasons == (
        "intent create_data, expected query_data",
        "object.type is None, expected ticket",
    )


def test_a_refusal_that_is_due_says_so_and_runs_nothing() -> None:
    expected = {"status": "refused", "refusal": {"says": ["production"]}}
    refused = answer("refused", summary={"text": "Production is never touched."})
    assert judge(Refusal(), outcome(expected, refused)).passed
    ran = answer("succeeded", chain=steps("sell"))
    assert judge(Refusal(), outcome(expected, ran)).reasons == (
        "not refused, but succeeded",
        "something ran: sell",
        "does not say production: ",
    )


def test_a_choice_that_must_be_offered_is_looked_for_by_its_tool() -> None:
    choices = [{"id": "1", "kind": "tool", "text": "a seat", "tool": "shop/seat"}]
    given = answer("needs_input", choices=choices)
    assert judge(Choices(), outcome({"offers": {"tool": ["seat"]}}, given)).passed
    assert judge(Choices(), outcome({"offers": {"tool": ["box"]}}, given)).reasons == (
        "does not offer box, but a seat",
    )


def test_recall_and_precision_of_candidates_are_measured_and_fail_nothing() -> None:
    found = [
        {"tool": "shop/sell", "role": "main", "score": 1},
        {"tool": "shop/give", "role": "main", "score": 0.5},
        {"tool": "shop/find", "role": "helper", "score": 0.4},
        {"tool": "shop/lost", "role": "dropped", "score": 0.1},
    ]
    given = outcome({"chain": {"steps": ["find", "sell|vend", "lost"]}}, answer(candidates=found))
    recall, precision = judge(CandidateRecall(), given), judge(CandidatePrecision(), given)
    assert (recall.passed, recall.value) == (True, round(2 / 3, 4))
    assert (precision.passed, precision.value) == (True, 0.5)


def test_a_chain_may_be_ordered_exact_or_one_of_several() -> None:
    given = answer(chain=steps("find", "sell", "print"))
    one = {"chain": {"steps": ["sell", "find"], "ordered": False}}
    assert judge(Chain(), outcome(one, given)).passed
    exact = {"chain": {"steps": ["find", "sell"], "exact": True}}
    assert not judge(Chain(), outcome(exact, given)).passed
    other = {"chain": {"steps": ["give"], "alternatives": [["find", "sell", "print"]]}}
    assert judge(Chain(), outcome(other, given)).passed
    assert judge(ChainExact(), outcome(other, given)).value == 1
    assert judge(ChainDistance(), outcome(exact, given)).value == 1
    assert judge(NodeF1(), outcome(exact, given)).value == 0.8


def test_arguments_are_judged_with_their_sources_and_links() -> None:
    first, second = steps("find", "sell")
    first = first.model_copy(update={"arguments": {"phone": "138"}})
    bindings = {"guest.id": {"source": "output", "detail": "the guest found", "step": "s1"}}
    second = second.model_copy(update={"arguments": {"guest": {"id": "G7"}}})
    second = type(second).model_validate({**second.model_dump(), "bindings": bindings})
    given = answer(chain=(first, second))
    call = {"tool": "sell", "arguments": {"guest.id": "G7"}, "sources": {"guest.id": "output:find"}}
    right = outcome({"chain": {"calls": [call]}}, given)
    assert judge(Arguments(), right) == Score("arguments", True, (), 1.0)
    assert judge(EdgeF1(), right).value == 1
    wrong = {**call, "arguments": {"guest.id": "G8"}, "sources": {"guest.id": "words"}}
    assert judge(Arguments(), outcome({"chain": {"calls": [wrong]}}, given)).reasons == (
        "sell: guest.id is G7, expected G8",
        "sell: guest.id is from output (the guest found), expected words",
    )


def test_the_end_state_is_what_the_business_holds() -> None:
    row = {
        "entity": "ticket",
        "id": "{id}",
        "environment": "pre",
        "values": {"price": "12 yuan in fen"},
    }
    given = outcome({"state": [row]}, answer(), id="T1")
    held = replace(given, rows=({"id": "T1", "price": 1200},))
    assert judge(EndState(), held).passed
    assert say(replace(given, rows=(None,)), EndState()) == ("ticket T1 is not there",)
    cheap = replace(given, rows=({"id": "T1", "price": 1},))
    assert say(cheap, EndState()) == ("ticket T1: price is 1, expected 12 yuan in fen",)


def test_costs_are_measured_and_judged_only_within_limits() -> None:
    given = outcome({"limits": {"calls": 1, "milliseconds": 10}}, answer(chain=steps("a", "b")))
    slow = replace(given, milliseconds=12.0)
    assert say(slow, Calls(), Tokens(), Latency(), Cost()) == (
        "2, at most 1 are allowed",
        "12, at most 10 are allowed",
    )


def test_of_mocked_tools_only_is_judged_that_nothing_would_have_changed() -> None:
    call = created(1, "sell", "x")
    call["change"]["op"] = "call"
    wanted = replace(outcome({"effects": [TICKET]}, answer(), call), mocked=True)
    assert Effects().score(wanted) is None
    silent = replace(outcome({"effects": []}, answer(), call), mocked=True)
    assert not judge(Effects(), silent).passed


def test_every_shipped_scorer_has_a_name_of_its_own() -> None:
    names = [one.name for one in SHIPPED]
    assert len(names) == len(set(names)) == 22
