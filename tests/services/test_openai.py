"""The OpenAI wire, through the official client: chats, responses, and what must not run."""

import json
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, cast

import pytest
from openai import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
    OpenAI,
    PermissionDeniedError,
)

from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import Client, serve_whole
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.store import RegistryStore

Messages = list[Any]
HOST = Caller()
KEYS: dict[int, str] = {}
"""Port of a service → a key that it knows."""
TITLE = """### Task:
Generate a concise, 3-5 word title with an emoji summarizing the chat history.
### Output:
JSON format: { "title": "your concise title here" }
### Examples:
- { "title": "📉 Stock Market Trends" },
### Chat History:
<chat_history>
USER: 给用户1234发放一张满90减20的优惠券,预发环境
ASSISTANT: 将依次调用 1 个工具
</chat_history>"""


class Talk:
    """A chat as a front end keeps it: all messages are sent again with each turn."""

    def __init__(self, client: OpenAI, model: str = "zhizao", **more: Any) -> None:
        self.client, self.model, self.more = client, model, more
        self.messages: Messages = []

    def say(self, text: str) -> str:
        self.messages.append({"role": "user", "content": text})
        told = self.again(self.messages)
        self.messages.append({"role": "assistant", "content": told})
        return told

    def again(self, messages: Messages) -> str:
        """The answer to these messages, as one delivery."""
        create: Any = self.client.chat.completions.create
        done = create(model=self.model, messages=messages, **self.more)
        assert done.choices[0].finish_reason == "stop"
        return str(done.choices[0].message.content)


def coupon(threshold: int, place: str = ",预发环境") -> str:
    return f"给用户1234发放一张满{threshold}减20的优惠券{place}"


def client_of(service: Client, api_key: str = "") -> OpenAI:
    url = f"http://127.0.0.1:{service.port}/v1"
    return OpenAI(base_url=url, max_retries=0, api_key=api_key or KEYS[service.port])


def bearer(service: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {KEYS[service.port]}"}


@pytest.fixture(scope="module")
def whole_service(
    tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess
) -> Generator[Client]:
    """The service, and a key for it: the official client always sends one."""
    settings = Settings(home=tmp_path_factory.mktemp("service"), sandbox_port=sandbox.port)
    with serve_whole(settings) as client, closing(_people(settings, "bob")) as stores:
        KEYS[client.port] = stores.keys.create(HOST, "bob", "", ("read", "run"))[0]
        yield client


@pytest.fixture
def openai(service: Client) -> Generator[OpenAI]:
    with client_of(service) as client:
        yield client


def amounts(zhizao: Zhizao) -> list[int]:
    """The threshold of each coupon that was issued, in yuan."""
    return [one["arguments"]["threshold"] // 100 for one in zhizao.effects()]


def test_models_are_listed_and_found(openai: OpenAI) -> None:
    ids = [one.id for one in openai.models.list()]
    assert ids[:2] == ["zhizao", "zhizao-plan"]
    assert {"zhizao@pre", "zhizao-plan@daily"} <= set(ids)
    assert openai.models.retrieve("zhizao@pre").id == "zhizao@pre"
    for wrong in ("gpt-4", "zhizao@moon", "zhizao-planet"):
        with pytest.raises(NotFoundError) as told:
            openai.models.retrieve(wrong)
        assert told.value.code == "model_not_found"
        assert "zhizao-plan" in told.value.message


def test_a_plan_is_shown_and_runs_once_after_a_yes(openai: OpenAI, zhizao: Zhizao) -> None:
    talk = Talk(openai)
    plan = talk.say(coupon(51))
    assert "1. **发放满减券**" in plan
    assert "5100" in plan
    assert zhizao.effects() == []
    before = [*talk.messages, {"role": "user", "content": "确认"}]
    assert "✓ 优惠券已创建" in talk.say("确认")
    assert "没有再次执行" in talk.again(before)
    assert amounts(zhizao) == [51]


def test_a_retry_is_one_effect_and_saying_it_twice_is_two(openai: OpenAI, zhizao: Zhizao) -> None:
    talk = Talk(openai)
    talk.say(coupon(52))
    agreed = [*talk.messages, {"role": "user", "content": "yes"}]
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(talk.again, [agreed] * 4))
    assert amounts(zhizao) == [52]
    talk.messages = [*agreed, {"role": "assistant", "content": told[0]}]
    talk.say(coupon(52))
    if "确认执行吗" in talk.say("yes"):  # the first yes was to a choice, whose plan asks for one
        talk.say("yes")
    assert amounts(zhizao) == [52, 52]


def test_chats_that_begin_with_the_same_words_are_apart(openai: OpenAI, zhizao: Zhizao) -> None:
    first, second = Talk(openai), Talk(openai)
    for talk in (first, second):
        talk.say(coupon(53))
        talk.say("确认")
    assert amounts(zhizao) == [53, 53]
    first.say("再来一张")
    first.say("确认")
    assert amounts(zhizao) == [53, 53, 53]


@pytest.mark.parametrize("named", ["header", "metadata"])
def test_a_chat_is_known_by_the_id_that_its_front_end_gives(
    openai: OpenAI, zhizao: Zhizao, named: str
) -> None:
    def told(chat: str) -> dict[str, Any]:
        if named == "header":
            return {"extra_headers": {"X-OpenWebUI-Chat-Id": f"{named}-{chat}"}}
        return {"metadata": {"chat_id": f"{named}-{chat}"}}

    one, other = Talk(openai, **told("a")), Talk(openai, **told("b"))
    assert "[//]" not in one.say(coupon(54))
    other.say(coupon(55))
    # A front end that sends the last messages only: the id alone says which chat it is.
    assert "✓" in one.again([*one.messages[1:], {"role": "user", "content": "确认"}])
    assert amounts(zhizao) == [54]
    assert "✓" in other.say("确认")
    assert amounts(zhizao) == [54, 55]


def test_what_runs_at_once_runs_once_for_each_key(service: Client, zhizao: Zhizao) -> None:
    service.request("PUT", "/api/preferences", {"approval": "destructive"}, **bearer(service))
    with client_of(service) as openai:
        for key in ("a", "a", "b"):
            Talk(openai, extra_headers={"Idempotency-Key": key}).say(coupon(56))
        assert amounts(zhizao) == [56, 56]
        with pytest.raises(APIStatusError) as told:
            Talk(openai, extra_headers={"Idempotency-Key": "a"}).say(coupon(57))
        assert told.value.status_code == 409
        assert "没有再次执行" not in Talk(openai).say(coupon(58))
        assert "没有再次执行" in Talk(openai).say(coupon(58))
    assert amounts(zhizao) == [56, 56, 58]
    service.request("PUT", "/api/preferences", {}, **bearer(service))


def test_a_stream_tells_progress_beside_the_answer(service: Client, openai: OpenAI) -> None:
    wanted: Any = {"include_usage": True}
    body: Any = {"model": "zhizao@pre", "messages": [{"role": "user", "content": coupon(59, "")}]}
    with openai.chat.completions.create(**body, stream=True, stream_options=wanted) as stream:
        chunks: list[Any] = list(cast("Any", stream))
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert deltas[0].role == "assistant"
    thought = "".join(getattr(one, "reasoning_content", None) or "" for one in deltas)
    assert thought.startswith("理解：")
    text = "".join(one.content or "" for one in deltas)
    assert "确认执行吗" in text
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert (chunks[-1].choices, chunks[-1].usage.total_tokens) == ([], 0)
    assert {chunk.id for chunk in chunks} == {chunks[0].id}
    again = Talk(openai, "zhizao@pre").say(coupon(59, ""))
    assert again.startswith(text.partition("[//]")[0].rstrip())
    told = {**body, "stream": True}
    raw = service.stream("POST", "/v1/chat/completions", told, **bearer(service))
    assert raw.rest()[-1] == {"data": "[DONE]"}


def test_a_number_picks_and_lines_fill_a_form(openai: OpenAI, zhizao: Zhizao) -> None:
    where = Talk(openai)
    assert "2. 预发" in where.say(coupon(61, ""))
    where.say("2")
    where.say("确认")
    assert [one["environment"] for one in zhizao.effects()] == ["pre"]
    form = Talk(openai)
    lines = form.say("给用户1234搞一张权益 预发").splitlines()
    number = next(line.partition(".")[0] for line in lines if " 发放满减券" in line)
    assert "- 优惠金额" in form.say(number)
    assert "5000" in form.say("门槛金额：50\n优惠金额：20")
    form.say("确认")
    assert zhizao.effects()[-1]["tool"] == "issueFullReductionCoupon"


def test_the_environment_comes_with_the_model_or_the_metadata(
    openai: OpenAI, zhizao: Zhizao
) -> None:
    talk = Talk(openai, "zhizao-plan", metadata={"environment": "pre"})
    assert "还没有执行" in talk.say(coupon(62, ""))
    talk.say("确认")
    assert "生产" in Talk(openai, "zhizao@production").say(coupon(63, ""))
    with pytest.raises(BadRequestError):
        Talk(openai, "zhizao@daily", metadata={"environment": "pre"}).say(coupon(62, ""))
    assert zhizao.effects() == []


def _runs(service: Client) -> int:
    _, told = service.request("GET", "/api/conversations?limit=500", **bearer(service))
    return sum(one["runs"] for one in told)


@pytest.mark.parametrize(
    ("prompt", "more", "expected"),
    [
        (TITLE, {}, {"title": coupon(90)}),
        ("### Task:\nGenerate 1-3 broad tags categorizing the main themes", {}, {"tags": []}),
        ("### Task:\nSuggest 3-5 relevant follow-up questions", {}, {"follow_ups": []}),
        (coupon(91), {"metadata": {"task": "tags_generation"}}, {"tags": []}),
        (coupon(91), {"extra_headers": {"X-OpenWebUI-Task": "query_generation"}}, {"queries": []}),
    ],
)
def test_tasks_of_a_front_end_run_nothing(
    service: Client, prompt: str, more: dict[str, Any], expected: dict[str, Any]
) -> None:
    before = _runs(service)
    with client_of(service) as openai:
        told = json.loads(Talk(openai, **more).say(prompt))
        stream = openai.responses.create(model="zhizao", input=prompt, stream=True, **more)
        done = list(stream)[-1]
    assert done.type == "response.completed"
    assert json.loads(done.response.output_text) == told == expected
    assert _runs(service) == before


LIBRECHAT = (
    "Provide a concise, 5-word-or-less title for the conversation, using its same language, with "
    "no punctuation. Only return the title itself.\n\nConversation:\n"
    f"User: {coupon(92)}\nAI: 将依次调用 1 个工具"
)
RAG = "### Task:\nRespond to the user query using the provided context\n<context>x</context>\n"
HIDDEN = f"Sum up. <chat_history>USER: {coupon(93)}</chat_history> {coupon(93)}"


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [(LIBRECHAT, coupon(92)), (RAG + coupon(93), "没有执行任何操作"), (HIDDEN, "没有执行任何操作")],
)
def test_templates_run_nothing_and_say_so(service: Client, prompt: str, expected: str) -> None:
    before = _runs(service)
    with client_of(service) as openai:
        assert expected in Talk(openai).say(prompt)
    assert _runs(service) == before


PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}
SHOWN = {"role": "user", "content": [{"type": "text", "text": "issue this in pre"}, PICTURE]}
REFUSED: Sequence[tuple[str, dict[str, Any]]] = (
    ("n", {"n": 2}),
    ("response_format", {"response_format": {"type": "json_object"}}),
    ("tool_choice", {"tool_choice": "required"}),
    ("messages", {"messages": [{"role": "assistant", "content": "hello"}]}),
    ("messages", {"messages": [SHOWN]}),
)


@pytest.mark.parametrize(("param", "change"), REFUSED)
def test_what_is_not_supported_is_one_clear_error(
    openai: OpenAI, param: str, change: dict[str, Any]
) -> None:
    body: Any = {"model": "zhizao", "messages": [{"role": "user", "content": "hello"}], **change}
    with pytest.raises(BadRequestError) as told:
        openai.chat.completions.create(**body)
    assert told.value.type == "invalid_request_error"
    assert (told.value.param, bool(told.value.message)) == (param, True)


def test_tools_of_the_client_are_passed_over(openai: OpenAI) -> None:
    function: dict[str, Any] = {"name": "search", "parameters": {"type": "object"}}
    told = Talk(openai, tools=[{"type": "function", "function": function}]).say(coupon(64))
    assert "确认执行吗" in told


def test_responses_follow_each_other_by_their_ids(openai: OpenAI, zhizao: Zhizao) -> None:
    plan = openai.responses.create(model="zhizao", input=coupon(71))
    assert (plan.status, zhizao.effects()) == ("completed", [])
    assert plan.usage is not None
    for _ in range(2):
        done = openai.responses.create(model="zhizao", input="确认", previous_response_id=plan.id)
        assert "优惠券已创建" in done.output_text
    assert amounts(zhizao) == [71]
    assert openai.responses.retrieve(plan.id).output_text == plan.output_text
    with pytest.raises(NotFoundError):
        openai.responses.create(model="zhizao", input="确认", previous_response_id="resp_run-0")


def test_responses_stream_in_a_conversation(openai: OpenAI, zhizao: Zhizao) -> None:
    def said(text: str) -> tuple[list[str], str]:
        with openai.responses.stream(model="zhizao", input=text, conversation="conv_1") as stream:
            kinds = [event.type for event in stream]
            return kinds, stream.get_final_response().output_text

    kinds, plan = said(coupon(72))
    assert kinds[:2] == ["response.created", "response.in_progress"]
    assert kinds[-1] == "response.completed"
    order = [
        "response.reasoning_summary_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
    ]
    assert sorted(order, key=kinds.index) == order
    assert "确认执行吗" in plan
    assert "优惠券已创建" in said("确认")[1]
    assert amounts(zhizao) == [72]


def test_two_callers_and_two_speakers_have_chats_of_their_own(
    sandbox: SandboxProcess, zhizao: Zhizao
) -> None:
    settings = Settings(home=zhizao.home, sandbox_port=sandbox.port, login="required")
    with serve_whole(settings) as service, closing(_people(settings, "ann", "bob")) as stores:
        keys = [stores.keys.create(HOST, name, "", ("read", "run"))[0] for name in ("ann", "bob")]
        ann, bob = (client_of(service, api_key=key) for key in keys)
        chat: Any = {"extra_headers": {"X-OpenWebUI-Chat-Id": "same"}}
        mine = Talk(ann, **chat)
        mine.say(coupon(73))
        theirs = [*mine.messages, {"role": "user", "content": "确认"}]
        assert "✓" not in Talk(bob, **chat).again(theirs)
        unnamed = Talk(ann)
        unnamed.say(coupon(74))
        stolen = [*unnamed.messages, {"role": "user", "content": "确认"}]
        assert "✓" not in Talk(bob).again(stolen)
        assert "✓" not in Talk(ann, user="somebody else").again(stolen)
        plan = ann.responses.create(model="zhizao", input=coupon(75))
        for ask in (bob.responses.retrieve, _following(bob)):
            with pytest.raises(NotFoundError):
                ask(plan.id)
        assert zhizao.effects() == []
        assert "✓" in unnamed.say("确认")
        assert amounts(zhizao) == [74]
        for client in (ann, bob):
            client.close()


def _people(settings: Settings, *names: str) -> RegistryStore:
    stores = RegistryStore(settings.home / "registry.db")
    for name in names:
        stores.people.add(HOST, name, Role.TESTER)
    return stores


def test_a_key_is_needed_and_has_to_be_for_running(sandbox: SandboxProcess, zhizao: Zhizao) -> None:
    settings = Settings(home=zhizao.home, sandbox_port=sandbox.port, login="required")
    with serve_whole(settings) as service, closing(_people(settings, "ann", "bob")) as stores:
        with client_of(service, api_key="wrong") as stranger:
            for ask in (stranger.models.list, lambda: Talk(stranger).say(coupon(81))):
                with pytest.raises(AuthenticationError) as told:
                    ask()
                assert told.value.type == "authentication_error"
        reads = stores.keys.create(HOST, "ann", "", ("read",))[0]
        with client_of(service, api_key=reads) as reader:
            assert list(reader.models.list())
            for ask in (
                lambda: Talk(reader).say(coupon(82)),
                lambda: reader.responses.create(model="zhizao", input=coupon(82)),
            ):
                with pytest.raises(PermissionDeniedError):
                    ask()
    assert zhizao.effects() == []


def _following(client: OpenAI) -> Callable[[str], Any]:
    def ask(id: str) -> Any:
        return client.responses.create(model="zhizao", input="确认", previous_response_id=id)

    return ask
