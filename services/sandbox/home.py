"""Where the sandbox keeps its state: one folder per trade."""

import os
import sys
from pathlib import Path


def state_folder(trade: str) -> Path:
    """The trade's state folder, created if absent.

    `ZHIZAO_SANDBOX_HOME`, else `$ZHIZAO_HOME/sandbox`, else `.zhizao/sandbox` beside the virtual
    environment of this interpreter, else in the home directory.
    """
    folder = _root() / trade
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _root() -> Path:
    if own := os.environ.get("ZHIZAO_SANDBOX_HOME"):
        return Path(own)
    if shared := os.environ.get("ZHIZAO_HOME"):
        return Path(shared) / "sandbox"
    in_venv = sys.prefix != sys.base_prefix
    return (Path(sys.prefix).parent if in_venv else Path.home()) / ".zhizao" / "sandbox"
