"""What can go wrong, in three kinds that travel differently."""


class SandboxError(Exception):
    """The command or its input is wrong; the message is one sentence for the person typing."""


class BusinessError(Exception):
    """A tool refuses for a business reason; answered in its envelope, never raised to the client.

    `code` is the business code (upper case), `message` the sentence a tester reads.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class ServiceDown(Exception):
    """The tool's own service broke (an injected fault); answered as a protocol error."""
