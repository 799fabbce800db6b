"""The trade's knowledge pages: Markdown files, offered as MCP resources."""

from dataclasses import dataclass

from services.sandbox.trade import Trade


@dataclass(frozen=True)
class Page:
    """One page; the title is its first heading."""

    uri: str
    name: str
    title: str
    text: str


def load_pages(trade: Trade) -> list[Page]:
    pages: list[Page] = []
    for path in sorted((trade.folder / "knowledge").glob("*.md"), key=lambda page: page.stem):
        text = path.read_text("utf-8")
        title = text.partition("\n")[0].lstrip("# ").strip()
        pages.append(Page(f"knowledge://{trade.name}/{path.stem}", path.stem, title, text))
    return pages
