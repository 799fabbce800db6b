"""How the process that serves a module's functions is started.

It is an MCP server over stdio: so a team's code can neither block nor end the process that plans
and calls, and limits of time, restarts and failures are those of any other server.
"""

import sys
from pathlib import Path

import tool_registry
from tool_registry.sources.entries import McpConfig, PythonConfig

_WORKER = "tool_registry.sources.functions.worker"
"""Named only: importing it takes half a second."""
_CODE = Path(tool_registry.__file__).parents[1]


def function_server(config: PythonConfig) -> McpConfig:
    """The server for the module."""
    env = {"PYTHONPATH": str(_CODE), "PYTHONIOENCODING": "utf-8"}
    return McpConfig.model_validate(
        {
            **config.model_dump(exclude={"module", "path", "env"}),
            "command": sys.executable,
            "args": ("-m", _WORKER, config.module, *filter(None, [config.path])),
            "env": {**env, **config.env},
        }
    )
