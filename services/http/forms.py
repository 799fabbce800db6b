"""Pages without a script of the built page: logging in, and setting up."""

from collections.abc import Mapping
from pathlib import Path

from fastapi import Request
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from pipelines.messages import Language, placeholders, say
from services.http.failing import spoken

_PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def page(
    request: Request, template: str, texts: tuple[str, ...], status: int = 200, /, **values: object
) -> HTMLResponse:
    """The page of that template. `texts`: messages of `identity` that it shows, by their names
    there; `values`: all else that it shows, and that they speak of."""
    language = spoken(request)
    words = {text: _said(language, f"identity.{text}", values) for text in texts}
    html = _PAGES.get_template(template).render(language=language, **words, **values)
    return HTMLResponse(html, status, headers=SAFE)


def _said(language: Language, key: str, values: Mapping[str, object]) -> str:
    return say(language, key, **{name: values[name] for name in placeholders(key, language)})


def with_script(response: HTMLResponse, nonce: str) -> HTMLResponse:
    """Lets the page's own script run."""
    policy = f"{_POLICY}; script-src 'nonce-{nonce}'"
    response.headers["Content-Security-Policy"] = policy
    return response
