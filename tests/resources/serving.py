"""What the services of these tests have beside their API: their log of effects, a fresh start."""

import argparse
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from tool_registry.base.types import JsonValue


def watched(app: FastAPI, log: list[dict[str, JsonValue]], first: Callable[[], None]) -> None:
    """Shows what was done at `/_log`; `first` brings the first data back at `/_reset`."""
    app.add_api_route("/_log", lambda: log, include_in_schema=False)
    app.add_api_route("/_reset", first, methods=["POST"], include_in_schema=False)


def serve(app: FastAPI) -> None:
    """Runs the service on the port that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
