"""The layer's one error root."""


class EvaluationError(Exception):
    """Root of all errors of the evaluation; the message is for a person."""


class SuiteError(EvaluationError):
    """A suite is unknown or its file is wrong."""


class NoSuchRun(SuiteError):
    """No run of that id was kept, several begin with it, or it has no such case."""


class BenchError(EvaluationError):
    """The bench (road, sandbox) does not work, so nothing can be judged."""
