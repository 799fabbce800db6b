"""Whether a call takes away what was there, and whether the texts for people say so."""

from tool_registry.governance.subject import Subject, tells_of, verbs_of
from tool_registry.vocabulary.text import split_identifier


def destroys(subject: Subject) -> bool:
    """By what is declared and understood, and by method, name, title and the path's last word."""
    raw = subject.raw
    if subject.tool.destructive or raw.destructive or raw.method == "DELETE":
        return True
    last = next((p for p in reversed((raw.path or "").split("/")) if p and "{" not in p), "")
    acts = " ".join(split_identifier(last)) if raw.method not in ("GET", "HEAD") else ""
    return raw.read_only is not True and "destroy" in subject.named | verbs_of(acts)


def is_unsaid(subject: Subject) -> bool:
    """True where a call destroys, its author has not declared that, and neither title nor
    description has a word for it."""
    raw = subject.raw
    declared = raw.destructive and raw.method is None  # a method's hint is no author's word
    if declared or not destroys(subject):
        return False
    shown = raw.title or " ".join(split_identifier(raw.name))
    return not any(tells_of(text, "destruction") for text in (shown, raw.description, subject.said))
