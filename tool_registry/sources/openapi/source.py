"""A source that is an API with an OpenAPI document: its operations are the tools."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit

from pydantic import ValidationError

from tool_registry.base.environment import Environments
from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.base.http import Answer, Http, HttpFailure, endpoint_or_none, origin_or_none
from tool_registry.base.http_addresses import Allowance
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue, as_list, as_object
from tool_registry.model import Document as Page
from tool_registry.model import RawTool
from tool_registry.sources.entries import LoginAuth, OpenApiConfig, Situation, plain
from tool_registry.sources.openapi.answer import result_of
from tool_registry.sources.openapi.auth import (
    Authoriser,
    NotAuthorised,
    allowed_urls,
    put_fixed,
)
from tool_registry.sources.openapi.document import (
    Document,
    as_text,
    read_document,
)
from tool_registry.sources.openapi.operations import tools_of
from tool_registry.sources.openapi.plan import Plan
from tool_registry.sources.openapi.request import Prepared, Unusable, prepare
from tool_registry.sources.openapi.text import MOST_BYTES
from tool_registry.sources.result import CallResult

_HOPS = 3
_SAME_AGAIN = (307, 308)
_MOVED = (301, 302, 303, *_SAME_AGAIN)


@dataclass(frozen=True)
class _Place:
    """One environment of the API."""

    base: str
    headers: Mapping[str, str]
    http: Http
    authoriser: Authoriser


class OpenApiSource:
    """The operations of one document, called at the base URL of each environment."""

    def __init__(self, config: OpenApiConfig, environments: Environments) -> None:
        self.config = config
        self.notes: tuple[str, ...] = ()
        """What the last listing left out, each with its place in the document."""
        self.changed = False
        self._environments = environments
        self._places: dict[str, _Place] = {}
        self._plans: dict[str, Plan] = {}
        self._listed: Document | None = None
        """The document of the last listing, until its pages are asked for."""

    async def list_tools(self) -> list[RawTool]:
        """All operations, in the document's order.

        CallNotSent where the document cannot be fetched; ConfigurationError, naming the place in
        it, where it cannot be used."""
        data = await self._document()
        tools, document = await asyncio.to_thread(self._read, data)
        self._listed = document
        self.notes = tuple(document.problems)
        return tools

    async def list_documents(self) -> list[Page]:
        """What the document says of the whole and of its groups, as one page."""
        document, self._listed = self._listed, None
        if document is None:
            data = await self._document()
            document = await asyncio.to_thread(read_document, data, self._named)
        text = _about(document)
        return [Page(source=self.config.id, name="about", text=text)] if text else []

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - it ends the request, not the waiting
    ) -> CallResult:
        """Calls an operation; whatever goes wrong is in the result, with whether it had effect."""
        seconds = timeout or self.config.timeout
        try:
            place = self._place(environment)
            chosen = await self._plan(tool_name, plan)
            request = prepare(chosen, arguments, place.base, key)
            request.headers |= place.headers
            return result_of(chosen, await self._answer(place, chosen, request, seconds))
        except Unusable as error:
            failed = CallResult.failed("validation", str(error), code="UNUSABLE")
            return _naming(failed, error.argument, str(error))
        except (NotAuthorised, CallNotSent, ConfigurationError) as error:
            return CallResult.failed("refused_connection", self._sentence(str(error)))
        except HttpFailure as error:
            kind = "unknown" if error.sent else "refused_connection"
            return CallResult.failed(kind, self._sentence(str(error)), code=error.code)

    async def close(self) -> None:
        """Forgets tokens and cookies."""
        places, self._places = self._places, {}
        for place in places.values():
            await place.http.close()

    async def _answer(self, place: _Place, plan: Plan, request: Prepared, seconds: float) -> Answer:
        token = await place.authoriser.authorise(request, plan)
        answer = await self._sent(place, request, seconds)
        if not place.authoriser.may_renew(answer.status, plan):
            return answer
        await place.authoriser.refused(token)
        try:
            await place.authoriser.authorise(request, plan, insist=True)
        except NotAuthorised:
            if plan.open:
                return answer
            raise
        return await self._sent(place, request, seconds)

    async def _sent(self, place: _Place, request: Prepared, seconds: float) -> Answer:
        """The answer; a move is followed where it stays at the same host and does not change
        what the request does."""
        url, hops = request.address, 0
        while True:
            answer = await place.http.send(
                request.method, url, seconds=seconds, **request.sent_as()
            )
            there = urljoin(url, answer.headers.get("location", ""))
            again = _MOVED if request.method == "GET" else _SAME_AGAIN
            away = endpoint_or_none(there) != endpoint_or_none(url)
            if answer.status not in again or away or hops == _HOPS:
                return answer
            url, hops = there, hops + 1

    def _place(self, environment: str) -> _Place:
        if environment not in self._places:
            situation = self.config.environments.get(environment, Situation())
            if situation.url is None:
                raise CallNotSent(f"it has no base URL for '{environment}'")
            http = Http(
                self._allowance(environment),
                connect_timeout=self.config.connect_timeout,
                keep_cookies=isinstance(situation.auth, LoginAuth),
            )
            authoriser = Authoriser(situation.auth, http, situation.url, self.config.timeout)
            self._places[environment] = _Place(
                situation.url, plain(situation.headers), http, authoriser
            )
        return self._places[environment]

    def _allowance(self, *names: str) -> Allowance:
        """What the owner's addresses and the configuration of these environments allow."""
        situations = [self.config.environments[name] for name in names]
        urls = [one.url for one in situations if one.url]
        urls += [url for one in situations for url in allowed_urls(one.auth)]
        known = [self._environments.get(name) for name in names]
        return Allowance.of(urls, [host for one in known if one for host in one.hosts])

    async def _plan(self, name: str, plan: Mapping[str, JsonValue] | None) -> Plan:
        if plan is not None:
            try:
                return Plan.model_validate(plan)
            except ValidationError as error:
                raise CallNotSent(f"'{name}' has to be imported anew") from error
        if name not in self._plans:
            tools = await self.list_tools()
            self._plans = {one.name: Plan.model_validate(one.call) for one in tools}
        if name not in self._plans:
            raise CallNotSent(f"the document has no operation '{name}'")
        return self._plans[name]

    async def _document(self) -> bytes:
        if self.config.text is not None:
            return self.config.text.encode()
        if "://" not in self.config.document:
            return await asyncio.to_thread(_from_file, Path(self.config.document))
        http = Http(
            self._allowance(*self.config.environments),
            connect_timeout=self.config.connect_timeout,
            limit=MOST_BYTES,
        )
        request, at_home = self._asking()
        try:
            seconds = self.config.timeout
            answer = await http.fetch(request.address, seconds=seconds, **request.sent_as())
        except HttpFailure as error:
            raise CallNotSent(self._sentence(str(error))) from error
        finally:
            await http.close()
        if answer.status >= 400:
            reason = f"its document answers HTTP {answer.status}"
            hint = "" if at_home else "; credentials are sent only to the origin of a base URL"
            refused = answer.status in (401, 403)
            raise CallNotSent(self._sentence(reason + (hint if refused else "")))
        return answer.content

    def _asking(self) -> tuple[Prepared, bool]:
        """The request for the document; True where it goes to an origin that is also called.

        Only there it carries what the owner configured for the calls: headers and credentials
        that need no fetching."""
        parts = urlsplit(self.config.document)
        query = parse_qsl(parts.query, keep_blank_values=True)
        request = Prepared("GET", parts._replace(query="", fragment="").geturl(), query)
        request.headers["accept"] = "application/json, application/yaml, */*"
        origin = origin_or_none(self.config.document)
        homes = [
            one
            for one in self.config.environments.values()
            if one.url and origin_or_none(one.url) == origin
        ]
        if homes:
            chosen = next((one for one in homes if one.auth is not None), homes[0])
            put_fixed(chosen.auth, request)
            request.headers |= plain(chosen.headers)
        return request, bool(homes)

    def _read(self, data: bytes) -> tuple[list[RawTool], Document]:
        document = read_document(data, self._named)
        return tools_of(document, self.config.id, self.config.served), document

    @property
    def _named(self) -> str:
        return f"source '{self.config.id}': {self.config.place}"

    def _sentence(self, reason: str) -> str:
        return f"source '{self.config.id}' at {self.config.place}: {mask_text(reason)}"


def _from_file(file: Path) -> bytes:
    """The file's bytes; no more of it than is needed to see that it is too large."""
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigurationError(f"cannot read {file}: {error.strerror}") from error


def _about(document: Document) -> str:
    """Title, description and tags, as Markdown; empty where nothing is described."""
    info = as_object(document.root.get("info"))
    described = as_text(info.get("description")).strip()
    tags = [as_object(one) for one in as_list(document.root.get("tags"))]
    told = [(as_text(one.get("name")), as_text(one.get("description")).strip()) for one in tags]
    sections = [f"## {name}\n\n{text}" for name, text in told if name and text]
    if not described and not sections:
        return ""
    title = as_text(info.get("title")).strip() or "API"
    return "\n\n".join(part for part in (f"# {title}", described, *sections) if part) + "\n"


def _naming(failed: CallResult, argument: str, reason: str) -> CallResult:
    assert failed.failure is not None
    named = failed.failure.model_copy(update={"fields": {argument: reason}})
    return failed.model_copy(update={"failure": named})
