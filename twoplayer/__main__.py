"""`python -m twoplayer`."""

from .cli import main

main(prog_name="twoplayer")
