"""`python -m services.fake_model`: the program's own command line."""

from services.fake_model.cli import main

main()
