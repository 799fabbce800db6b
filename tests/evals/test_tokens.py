"""Counting tokens, and the agent that never errs."""

from evals.ideal import Move, moves_of, next_move
from evals.tokens import Comparison, Meter, Spent, as_table, chosen_requests, counted_only
from pipelines.answer import Answer, BindingView, ChainStep, Status
from pipelines.models.tokens import count_tokens

TOOL = {
    "function": {
        "name": "give",
        "description": "Gives a book.",
        "parameters": {"type": "object", "properties": {"reader": {"type": "string"}}},
    }
}


def test_a_question_counts_with_its_tools_calls_and_answer() -> None:
    meter, bare = Meter(), Meter()
    asked = {"role": "user", "content": "give reader 7 a book"}
    made = {"role": "assistant", "content": "", "tool_calls": [
        {"id": "c", "function": {"name": "give", "arguments": '{"reader": "7"}'}}
    ]}  # fmt: skip
    bare.add([asked], [], "")
    meter.add([asked, made], [TOOL], "done")
    assert bare.tokens == count_tokens("give reader 7 a book\n".strip())
    assert meter.tools > 10
    assert meter.asked > bare.asked + meter.tools
    assert (meter.said, meter.questions) == (count_tokens("done"), 1)


def test_the_same_fifty_requests_come_first_in_their_own_words() -> None:
    chosen = chosen_requests()
    assert len(chosen) == len({one.id for one in chosen}) == 50
    assert [one.wording for one in chosen] == sorted(one.wording for one in chosen)
    assert chosen == chosen_requests()


def test_more_tools_count_in_every_question() -> None:
    run = Spent("agent", 105, tokens=1000, questions=4, right=3)
    grown = counted_only("agent", run, 7000, added=500)
    assert (grown.tokens, grown.questions, grown.right) == (3000, 4, None)
    found = Comparison(2, 2, [Spent("ours", 105, 100, 2, 2), run, grown])
    assert found.share(run) == 0.1
    assert "| agent | 7,000 | 2.0 | 1,500 | 0.033 | counted only |" in as_table(found)


def test_the_ideal_agent_makes_the_chains_calls_without_what_the_program_fills_in() -> None:
    step = ChainStep(
        step="s1",
        tool="library/giveBook",
        arguments={"env": "pre", "reader": {"id": "7"}, "note": "drawn"},
        bindings={
            "env": BindingView(source="environment", detail="pre"),
            "reader.id": BindingView(source="words", detail="7"),
            "note": BindingView(source="generated", detail="drawn"),
        },
    )
    answer = Answer(run_id="r", session_id="s", status=Status.SUCCEEDED, chain=(step,))
    moves = moves_of(answer)
    assert moves[0] == Move("giveBook", {"reader": {"id": "7"}})
    assert [next_move(moves, made).tool for made in (0, 1, 9)] == [
        "giveBook", "terminate", "terminate",
    ]  # fmt: skip
    asks = Answer(run_id="r", session_id="s", status=Status.NEEDS_INPUT, question="Who?")
    assert moves_of(asks) == [Move("ask_user", {"question": "Who?"})]
