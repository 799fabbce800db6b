"""Nothing of one machine in committed files, and a top level that stays as it is."""

import re
from collections.abc import Iterator

from deploy.house.tree import PACKAGES, Finding, Tree

TOP = {
    *PACKAGES,
    "tests",
    "deploy",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
}
MACHINE_PATH = re.compile(
    r"(?<![\w./-])/(?:work|root|tmp/w\b|opt/(?:pypi|wheels)|home/\w|Users/\w)[\w./-]*"
)
REGISTRY = re.compile(
    r"\b(?:[\w-]+\.)*(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|debian\.org)\b"
    r"|--(?:extra-)?(?:index-url|find-links)\b"
)
BINARY = (".png", ".jpg", ".ico", ".gz", ".whl", ".woff2", ".sqlite", ".safetensors")


def check(tree: Tree) -> Iterator[Finding]:
    """Entries that do not belong at the top, machine paths and registry hosts."""
    for entry in sorted({file.parts[0] for file in tree.files} - TOP):
        if not entry.startswith("."):
            yield Finding(entry, "does not belong at the top level: move it into a folder there")
    for file in tree.files:
        if file.suffix in BINARY:
            continue
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            place = f"{file}:{number}"
            if found := MACHINE_PATH.search(line):
                yield Finding(place, f"names a path of one machine ({found.group()}): remove it")
            if found := REGISTRY.search(line):
                yield Finding(place, f"names a package registry ({found.group()}): remove it")
