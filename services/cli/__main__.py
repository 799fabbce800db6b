"""`python -m services.cli`: the command without its console script."""

from services.cli import main

main()
