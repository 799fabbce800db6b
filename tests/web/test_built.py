"""The committed page is what its sources build, so that a clone without Node has the right one."""

import subprocess
from pathlib import Path

import pytest

from tests.services.commands import ROOT

pytestmark = pytest.mark.slow

WEB = ROOT / "services" / "web"


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()
    }


@pytest.mark.needs("npm")
def test_the_built_page_is_the_one_of_its_sources(tmp_path: Path) -> None:
    if not (WEB / "node_modules").exists():
        pytest.skip("needs the page's packages: npm ci --prefix services/web")
    for words in (("check",), ("build:only", "--", "--outDir", str(tmp_path / "built"))):
        done = subprocess.run(
            ["npm", "run", *words], cwd=WEB, capture_output=True, text=True, check=False, timeout=50
        )
        assert done.returncode == 0, done.stdout + done.stderr
    made, kept = files(tmp_path / "built"), files(WEB / "built")
    assert sorted(made) == sorted(kept), "run npm run build --prefix services/web and commit it"
    assert made == kept
