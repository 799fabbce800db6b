"""Text files that come with a sentence, checked before anything reads them."""

from collections.abc import Sequence

from pipelines.contracts.request import Attachment
from services.errors import InvalidRequest
from services.link.asked import AskedFile

MAX_BYTES = 200_000
MAX_ROWS = 1_000
MAX_FILES = 5
ATTACHED_BYTES = 2 * MAX_FILES * MAX_BYTES
"""What all attachments of a request may take in its JSON, where letters are escaped."""
KINDS = (".csv", ".txt", ".tsv")


def checked(attachments: Sequence[Attachment]) -> tuple[Attachment, ...]:
    """The attachments, without marks of their encoding; InvalidRequest says what is wrong."""
    if len(attachments) > MAX_FILES:
        raise InvalidRequest("services.attachments_many", limit=MAX_FILES)
    return tuple(_checked(one) for one in attachments)


def _checked(one: Attachment) -> Attachment:
    name = "".join(char if char.isprintable() else "?" for char in one.name)[:100]
    if not name.lower().endswith(KINDS):
        raise InvalidRequest("services.attachment_kind", name=name, kinds=", ".join(KINDS))
    text = one.text.removeprefix("\ufeff")
    if "\0" in text:
        raise InvalidRequest("services.attachment_kind", name=name, kinds=", ".join(KINDS))
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise InvalidRequest("services.attachment_size", name=name, limit=MAX_BYTES // 1000)
    rows = sum(1 for line in text.splitlines() if line.strip())
    if rows == 0:
        raise InvalidRequest("services.attachment_empty", name=name)
    if rows > MAX_ROWS:
        raise InvalidRequest("services.attachment_rows", name=name, rows=rows, limit=MAX_ROWS)
    return Attachment(name=name, text=text)


def read_attachment(file: AskedFile) -> Attachment:
    """The file as an attachment; InvalidRequest where it is no text in UTF-8 or GB 18030."""
    if file.problem:
        raise InvalidRequest("services.attachment_unreadable", name=file.name, reason=file.problem)
    for encoding in ("utf-8", "gb18030"):
        try:
            return Attachment(name=file.name, text=file.data.decode(encoding))
        except UnicodeDecodeError:
            continue
    raise InvalidRequest("services.attachment_kind", name=file.name, kinds=", ".join(KINDS))
