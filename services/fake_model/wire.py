"""The two wires: DashScope's own and the compatible one. Bodies in, bodies and pieces out."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from services.fake_model.question import Answer, BadQuestion, Call, Question

NATIVE = "/api/v1/services/aigc/text-generation/generation"
COMPATIBLE = "/compatible-mode/v1/chat/completions"
_PIECES = re.compile(r".{1,24}", re.DOTALL)
_JSON_MODE = (
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type "
    "'json_object'."
)


def read(path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> Question:
    """The question in a request's body; BadQuestion where the body is none."""
    native = path == NATIVE
    options = _part(body, "parameters") if native else body
    if native and options.get("result_format", "message") != "message":
        raise BadQuestion("only result_format 'message' is spoken here")
    streamed = headers.get("x-dashscope-sse", "").lower() == "enable"
    question = Question(
        model=str(body.get("model") or ""),
        messages=_objects(_part(body, "input") if native else body, "messages"),
        tools=_objects(options, "tools"),
        format=str(_part(options, "response_format").get("type") or ""),
        stream=streamed if native else bool(body.get("stream")),
        incremental=not native or bool(options.get("incremental_output")),
    )
    _check(question)
    return question


def _part(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = body.get(name)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _objects(body: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = body.get(name)
    return cast("list[dict[str, Any]]", found) if isinstance(found, list) else []


def _check(question: Question) -> None:
    if not question.model.startswith("qwen"):
        raise BadQuestion(f"Model {question.model} does not exist.", 404, "ModelNotFound")
    if not question.messages:
        raise BadQuestion("messages is empty")
    if question.format == "json_object" and "json" not in question.prompt.lower():
        raise BadQuestion(_JSON_MODE)


def usage(question: Question, answer: Answer) -> tuple[int, int]:
    """Tokens of question and answer, about: the real service has its own tokenizer."""
    asked = json.dumps([question.messages, question.tools], ensure_ascii=False)
    said = answer.text + "".join(_arguments(one) for one in answer.calls)
    return _about(asked), max(1, _about(said))


def whole(path: str, question: Question, answer: Answer) -> dict[str, Any]:
    """The body of an answer in one piece."""
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if answer.calls:
        message["tool_calls"] = [_call(i, one) for i, one in enumerate(answer.calls)]
    choice = {"index": 0, "message": message, "finish_reason": _finish(answer)}
    return _enveloped(path, question, [choice], usage(question, answer))


def pieces(path: str, question: Question, answer: Answer) -> Iterator[dict[str, Any]]:
    """The bodies of a streamed answer, in order."""
    deltas = [*_text_pieces(question, answer), *_call_pieces(answer)]
    counted = usage(question, answer)
    key = "message" if path == NATIVE else "delta"
    for delta in deltas:
        running = "null" if path == NATIVE else None
        choice = {"index": 0, key: {"role": "assistant", **delta}, "finish_reason": running}
        yield _enveloped(path, question, [choice], counted if path == NATIVE else None)
    last = {"role": "assistant", "content": "" if question.incremental else answer.text}
    choice = {"index": 0, key: last, "finish_reason": _finish(answer)}
    yield _enveloped(path, question, [choice], counted if path == NATIVE else None)
    if path != NATIVE:
        yield _enveloped(path, question, [], counted)


def error(path: str, code: str, message: str) -> dict[str, Any]:
    """The body of an error."""
    if path.startswith("/api/v1/"):
        return {"code": code, "message": message, "request_id": "fake"}
    return {"error": {"code": code, "message": message, "type": "invalid_request_error"}}


def _text_pieces(question: Question, answer: Answer) -> Iterator[dict[str, Any]]:
    said = ""
    for piece in _PIECES.findall(answer.text):
        said += piece
        yield {"content": piece if question.incremental else said}


def _call_pieces(answer: Answer) -> Iterator[dict[str, Any]]:
    for place, call in enumerate(answer.calls):
        first, *rest = _PIECES.findall(_arguments(call)) or [""]
        head = _call(place, Call(call.name, first))
        yield {"content": "", "tool_calls": [head]}
        for more in rest:
            function = {"arguments": more}
            piece = {"index": place, "id": "", "type": "function", "function": function}
            yield {"content": "", "tool_calls": [piece]}


def _call(place: int, call: Call) -> dict[str, Any]:
    function = {"name": call.name, "arguments": _arguments(call)}
    return {"index": place, "id": f"call_{place}", "type": "function", "function": function}


def _arguments(call: Call) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    return json.dumps(call.arguments, ensure_ascii=False)


def _finish(answer: Answer) -> str:
    return "tool_calls" if answer.calls else "stop"


def _enveloped(
    path: str, question: Question, choices: list[dict[str, Any]], counted: tuple[int, int] | None
) -> dict[str, Any]:
    given, made = counted or (0, 0)
    if path == NATIVE:
        counts = {"input_tokens": given, "output_tokens": made, "total_tokens": given + made}
        return {"output": {"choices": choices}, "usage": counts, "request_id": "fake"}
    counts = {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}
    told = {"usage": counts} if counted else {}
    return {"id": "fake", "model": question.model, "choices": choices, **told}


def _about(text: str) -> int:
    latin = sum(1 for char in text if char.isascii())
    return latin // 4 + (len(text) - latin)
