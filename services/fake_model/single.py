"""The built-in script of the single agent: a naive one that picks tools by the sentence's words.

It is no model of a language model. It knows what the request's body says: the tools with their
schemas, the sentence, what earlier calls came to; what it gets wrong, the program has to catch.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from services.fake_model.question import Answer, BadQuestion, Call, Question

_OWN = {"ask_user", "terminate", "summarise_tool_result", "search_tools"}
_PLAN = re.compile(r"<next_goal>.*(?:计划|plan)", re.DOTALL | re.I)
_PARTS = re.compile(r"然后|接着|之后|,\s*再|;|;|\band then\b|\bthen\b", re.I)
_READS = re.compile(r"^\s*(?:查询|查看|获取|校验|query|get|list|show|look)", re.I)
_WANTS_READ = re.compile(
    r"查|看看|多少|什么|校验|核对|\b(?:show|what|which|check|look|list)\b", re.I
)
_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]{1,8}[-_]?\d{2,}[A-Za-z0-9]*|\d{4,})(?![A-Za-z0-9])"
)
_SHARE = re.compile(
    r"满\s*(?P<full>\d+)\s*元?\s*[减\-]\s*(?P<off>\d+)"
    r"|(?P<off2>\d+)(?: yuan)? off (?:for |on |orders? |over |above |of )*(?P<full2>\d+)"
    r"|(?<![\d-])(?P<full3>\d+)-(?P<off3>\d+)(?![\d-])",
    re.I,
)
_COUNT = re.compile(
    r"(?<![A-Za-z\d])([一二两三四五六七八九十]|\d{1,2})\s*(?:个|张|条|笔|单|家|件|位|名|份)"
    r"|\b(one|two|three|four|five|six|\d{1,2})\s+(?!yuan|off)[a-z]",
    re.I,
)
_NUMBERS = {w: n for n, w in enumerate("一二三四五六七八九十", 1)} | {
    "两": 2, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
}  # fmt: skip
_FAILED = re.compile(r"没有调用|调用失败|没有执行")
_KNOWN = {
    "coupon": "优惠券", "user": "用户", "order": "订单", "store": "门店", "item": "商品",
    "refund": "退款", "delivery": "外卖", "create": "创建", "issue": "发放", "send": "发放",
    "unbind": "解绑", "bind": "绑定", "query": "查询", "show": "查询", "check": "校验",
    "account": "账号", "takeaway": "外卖", "status": "状态", "address": "地址", "pay": "支付",
}  # fmt: skip
"""Words of the other language, as any model knows them."""


def serve_alone(question: Question) -> Answer | None:
    """The next move; None for a prompt of another stage."""
    names = {_name(tool) for tool in question.tools}
    if not {"ask_user", "terminate"} <= names:
        return None
    question.needed("environment")
    turn = _read(question)
    if _PLAN.search(question.last):
        return Answer("先选出最合适的工具,用原话里的值填参数,再核对结果。")
    if "search_tools" in names and not turn.searched:
        return Answer(calls=(Call("search_tools", {"query": turn.sentence}),))
    if not names - _OWN:
        if "search_tools" in names:
            return _end("impossible", "没有合适的工具")
        raise BadQuestion("the request offers no tool but the agent's own")
    return _move(turn, [tool for tool in question.tools if _name(tool) not in _OWN])


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the body tells of the conversation so far."""

    sentence: str
    made: list[tuple[str, str]]
    """Calls since the sentence, with what they came to."""
    searched: bool


def _read(question: Question) -> _Turn:
    said = [
        n
        for n, one in enumerate(question.messages)
        if one.get("role") == "user" and not str(one.get("content") or "").startswith("<")
    ]
    if not said:
        raise BadQuestion("no message holds the user's sentence")
    results: dict[str, str] = {}
    calls: list[tuple[str, str]] = []
    for message in question.messages[said[-1] :]:
        if message.get("role") == "tool":
            results[str(message.get("tool_call_id"))] = str(message.get("content"))
        for call in cast("list[dict[str, Any]]", message.get("tool_calls") or []):
            calls.append((str(call.get("id")), str(call["function"]["name"])))
    made = [(name, results.get(key, "")) for key, name in calls]
    searched = any(name == "search_tools" for name, _ in made)
    sentence = str(question.messages[said[-1]]["content"])
    return _Turn(sentence, [one for one in made if one[0] not in _OWN], searched)


def _move(turn: _Turn, tools: list[dict[str, Any]]) -> Answer:
    if turn.made and _FAILED.search(turn.made[-1][1]):
        return _end("impossible", turn.made[-1][1][:200])
    left = [name for name, _ in turn.made]
    for part, times in _work(turn.sentence):
        ranked = _ranked(part, tools)
        if not ranked:
            continue
        name = _name(ranked[0])
        done = left.count(name)
        if done >= times:
            continue
        return _call(turn, part, ranked, tools)
    return _end("done", "") if turn.made else _end("impossible", "没有合适的工具")


def _work(sentence: str) -> Iterator[tuple[str, int]]:
    """The parts of the sentence, and how often each is to be done."""
    for part in _PARTS.split(sentence):
        if part.strip():
            found = _COUNT.search(part)
            said = next((one for one in found.groups() if one), "1").lower() if found else "1"
            count = _NUMBERS.get(said) or (int(said) if said.isdigit() else 1)
            yield part, 1 if _WANTS_READ.search(part) else min(count, 5)


def _call(
    turn: _Turn, part: str, ranked: list[dict[str, Any]], tools: list[dict[str, Any]]
) -> Answer:
    filled, lacking = _filled(ranked[0], turn, part)
    if not lacking:
        return Answer("", (Call(_name(ranked[0]), filled),))
    for tool in _lookups(lacking, tools):
        other, missing = _filled(tool, turn, part)
        if not missing and other and _name(tool) not in {name for name, _ in turn.made}:
            return Answer("", (Call(_name(tool), other),))
    names = "、".join(f"{name}({said})" for name, said in lacking.items())
    return Answer("", (Call("ask_user", {"question": f"请给出:{names}"}),))


def _end(outcome: str, text: str) -> Answer:
    return Answer("", (Call("terminate", {"outcome": outcome, "text": text}),))


def _lookups(lacking: dict[str, str], tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Reading tools that speak of what is missing, the best first."""
    reads = [tool for tool in tools if _READS.search(_told(tool).partition(":")[2] or _told(tool))]
    return _ranked(" ".join(lacking.values()), reads)[:3]


# ---- arguments ------------------------------------------------------------------------------


def _filled(tool: dict[str, Any], turn: _Turn, part: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Arguments out of the sentence and the results; what is required and not to be had."""
    schema = cast("dict[str, Any]", tool["function"].get("parameters") or {})
    fields = cast("dict[str, dict[str, Any]]", schema.get("properties") or {})
    required = set(cast("list[str]", schema.get("required") or []))
    found: dict[str, Any] = {}
    lacking: dict[str, str] = {}
    used: set[str] = set()
    for name, field in sorted(fields.items(), key=lambda one: one[0] not in required):
        value = _value(name, field, turn, part, used, needed=name in required)
        if value is not None:
            found[name] = value
        elif name in required:
            lacking[name] = str(field.get("description") or name)
    return found, lacking


def _value(
    name: str, field: dict[str, Any], turn: _Turn, part: str, used: set[str], *, needed: bool
) -> Any:
    said = f"{name} {field.get('description') or ''}"
    choice = _choice(field, turn.sentence)
    if choice is not None or field.get("enum") or field.get("oneOf"):
        return choice
    amount = _amount(said, field, turn.sentence)
    if amount is not None:
        return amount
    if not needed or not re.search(r"id|no\b|code|account|phone|编号|号|账", said, re.I):
        return None
    code = _code(said, part, turn.sentence, used) or _returned(name, turn)
    if code is None:
        return None
    used.add(code)
    return int(code) if field.get("type") == "integer" and code.isdigit() else code


def _choice(field: dict[str, Any], sentence: str) -> Any:
    for one in cast("list[dict[str, Any]]", field.get("oneOf") or []):
        if one.get("title") and str(one["title"]) in sentence:
            return one.get("const")
    for value in cast("list[Any]", field.get("enum") or []):
        words = re.findall(rf"{re.escape(str(value))}\s*[-::]\s*([^\s,,、]+)", _text(field))
        if str(value) in sentence or any(word in sentence for word in words):
            return value
    return None


def _amount(said: str, field: dict[str, Any], sentence: str) -> int | None:
    found = _SHARE.search(sentence)
    if found is None or field.get("type") not in ("integer", "number"):
        return None
    groups = found.groupdict()
    full = groups["full"] or groups["full2"] or groups["full3"]
    off = groups["off"] or groups["off2"] or groups["off3"]
    factor = 100 if "分" in said else 1
    if re.search(r"门槛|满|threshold", said, re.I):
        return int(full) * factor
    return int(off) * factor if re.search(r"优惠|减|reduce|discount", said, re.I) else None


def _code(said: str, part: str, sentence: str, used: set[str]) -> str | None:
    """The code whose neighbouring words are most like what the argument is said to be."""
    words = _words(said)
    best: tuple[float, str] | None = None
    for text in (part, sentence):
        for match in _CODE.finditer(text):
            around = text[max(0, match.start() - 12) : match.end() + 6]
            score = len(words & _words(around)) + (0 if match.group() in used else 0.5)
            if best is None or score > best[0]:
                best = (score, match.group())
    return best[1] if best else None


def _returned(name: str, turn: _Turn) -> str | None:
    for _, result in reversed(turn.made):
        found = re.search(rf'"{re.escape(name)}"\s*:\s*"?([^",}}\]]+)', result)
        if found:
            return found.group(1)
    return None


# ---- tools ----------------------------------------------------------------------------------


def _ranked(text: str, tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tools that share rare words with a text, the best first."""
    texts = [_words(_told(tool)) for tool in tools]
    counts = Counter(word for words in texts for word in words)
    asked = _words(text)
    reads = bool(_WANTS_READ.search(text))
    scores = [
        sum(math.log(1 + len(tools) / counts[word]) for word in asked & words)
        / math.sqrt(8 + len(words))
        * (1.5 if bool(_READS.search(_told(tool).partition(":")[2])) == reads else 1.0)
        for tool, words in zip(tools, texts, strict=True)
    ]
    order = sorted(range(len(tools)), key=lambda n: (-scores[n], n))
    return [tools[n] for n in order if scores[n] > 0]


def _words(text: str) -> set[str]:
    known = " ".join(
        said for word, said in _KNOWN.items() if re.search(rf"\b{word}s?\b", text, re.I)
    )
    whole = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", f"{text} {known}").lower()
    latin = re.findall(r"[a-z]{2,}", whole)
    runs = re.findall(r"[\u4e00-\u9fff]+", whole)
    return {*latin, *(run[i : i + 2] for run in runs for i in range(len(run) - 1))}


def _name(tool: dict[str, Any]) -> str:
    return str(tool["function"]["name"])


def _told(tool: dict[str, Any]) -> str:
    return f"{_name(tool)}: {tool['function'].get('description') or ''}"


def _text(field: dict[str, Any]) -> str:
    return str(field.get("description") or "")
