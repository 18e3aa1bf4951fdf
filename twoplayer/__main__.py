"""`python -m twoplayer`."""

from .cli import main

# Processes that share the work import this module too.
if __name__ == "__main__":
    main(prog_name="twoplayer")
