"""The model service for trials: answers by the body alone, and fails on demand."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pipelines.agents.intent.agent import World, intent_messages
from pipelines.agents.intent.sentence import read_sentence
from services.child_process import free_port
from services.fake_model.intent import understand
from services.fake_model.question import BadQuestion, Question
from services.fake_model.scripting import ScriptError, read_scripts
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tests.models.heard import heard

ROOT = Path(__file__).parents[2]
SENTENCE = "给读者 R20817 借三本书,预发"


def question(*texts: str, model: str = "qwen-plus") -> Question:
    roles = ("system", "user", "assistant", "user")
    said: list[dict[str, Any]] = [
        {"role": role, "content": text} for role, text in zip(roles, texts, strict=False)
    ]
    return Question(model, said)


def intent_question(sentence: str) -> Question:
    world = World(lexicon_of("library"), ENVIRONMENTS)
    messages = intent_messages(read_sentence(heard(sentence), world.lexicon, ENVIRONMENTS), world)
    return question(*(message.text for message in messages))


def test_the_intent_script_fills_the_form_in_from_the_prompt() -> None:
    answer = understand(intent_question(SENTENCE))
    assert answer is not None
    form = json.loads(answer.text)
    step = form["steps"][0]
    assert (form["environment"], form["environment_words"]) == ("pre", "预发")
    assert step["related"][0]["identifiers"][0]["words"] == "R20817"
    assert step["object"]["quantity_words"] == "三"


@pytest.mark.parametrize("lacking", ["environments", "sentence", "words"])
def test_a_prompt_that_lacks_something_is_refused_by_name(lacking: str) -> None:
    whole = intent_question(SENTENCE)
    texts = [str(one["content"]).replace(f"<{lacking}>", "<x>") for one in whole.messages]
    with pytest.raises(BadQuestion, match=f"lacks <{lacking}>"):
        understand(question(*texts))


def test_another_prompt_is_another_answer_and_another_stages_prompt_is_none() -> None:
    first, second = (understand(intent_question(text)) for text in (SENTENCE, "查读者 R9911"))
    assert first != second
    assert understand(question("hello")) is None


def test_a_file_gives_answers_by_pattern(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text(
        "- {when: ['book (?P<id>\\w+)', due], model: qwen-max, json: {id: '{id}', n: [1]}}\n"
        "- {when: hello, text: good day}\n"
        "- {when: lend, calls: [{name: lend_book, arguments: {id: B1}}]}\n",
        encoding="utf-8",
    )
    scripts = read_scripts(str(file))
    asked = question("book B7 is due", model="qwen-max")
    texts = [answer.text if (answer := script(asked)) else None for script in scripts]
    assert texts == ['{"id": "B7", "n": [1]}', None, None]
    assert scripts[0](question("book B7 is due")) is None
    called = scripts[2](question("lend it"))
    assert called is not None
    assert called.calls[0].arguments == {"id": "B1"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("a: 1", "a list"), ("- {when: '('}", "entry 1: `when`"), ("- {answer: x}", "entry 1")],
)
def test_a_wrong_file_is_refused_with_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScriptError, match=complaint):
        read_scripts(str(file))


@contextmanager
def started(*arguments: str) -> Generator[tuple[int, str]]:
    """`zhizao fake-model serve` as a process: its port and its first line."""
    port = free_port()
    command = [sys.executable, "-m", "services.cli", "fake-model", "serve", *arguments]
    process = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        yield port, process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=5)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "services.fake_model", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=10,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_a_port_that_is_none_is_one_clear_sentence() -> None:
    refused = run("serve", "--port", "99999")
    assert refused.returncode == 2
    assert "99999 is not in the range" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_command_serves_and_takes_faults() -> None:
    with started() as (port, line):
        assert line == f"DASHSCOPE_HTTP_BASE_URL=http://127.0.0.1:{port}/api/v1\n"
        armed = run("fault", "429", "--times", "2", "--port", str(port))
        assert armed.stdout == "429: 2 question(s)\n"
        assert run("asked", "--port", str(port)).stdout == ""
        assert run("fault", "none", "--port", str(port)).stdout == "no faults\n"
        taken = run("serve", "--port", str(port))
        assert taken.returncode == 1
        assert "choose another with --port" in taken.stderr
    gone = run("asked", "--port", str(port))
    assert gone.returncode == 1
    assert "no model service on port" in gone.stderr
    assert "Traceback" not in gone.stderr + taken.stderr
