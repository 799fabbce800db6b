"""`python -m services.sandbox`: the sandbox's own command line."""

from services.sandbox.cli import main

main()
