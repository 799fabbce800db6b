"""Where a deployment keeps its state."""

import os
import sys
from pathlib import Path


def default_home() -> Path:
    """`ZHIZAO_HOME`, else `.zhizao` beside this virtual environment, else in the home directory."""
    if chosen := os.environ.get("ZHIZAO_HOME"):
        return Path(chosen)
    in_venv = sys.prefix != sys.base_prefix
    return (Path(sys.prefix).parent if in_venv else Path.home()) / ".zhizao"
