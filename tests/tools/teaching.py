"""The notebook of the documentation, run; the page that shows backward induction, filled."""

import json
import re
from itertools import product

from conftest import ROOT

from twoplayer import Variant, one_player

NOTEBOOK = "docs/notebook.ipynb"


def executed():
    """Run the notebook in a kernel of its own, and return it with its outputs."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(ROOT / NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=None, kernel_name="python3", resources={}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return f"{nbformat.writes(notebook)}\n"


def outputs(text):
    """Return what the cells show, by the kind of each output."""
    import nbformat

    return [
        dict(output.get("data", output))
        for cell in nbformat.reads(text, as_version=4).cells
        for output in cell.get("outputs", [])
    ]


def shown(text):
    """Return the words and tables that the cells show."""
    return [
        {kind: text for kind, text in each.items() if kind != "image/png"} for each in outputs(text)
    ]


def figures(text):
    """Count the figures."""
    return sum("image/png" in each for each in outputs(text))


WATCHED = "docs/watch-it-think.html"
_DATA = re.compile(r'(<script id="game" type="application/json">\n).*?(\n</script>)', re.DOTALL)


def watched():
    """Return the page that shows backward induction, with what it shows, state by state."""
    solved = one_player(Variant(tiles=3, dice="2d4", one_die="always"))
    lines = ",\n".join(map(json.dumps, map(_state, solved.table().rows)))
    page = (ROOT / WATCHED).read_text("utf-8")
    return _DATA.sub(lambda found: f"{found[1]}[{lines}]{found[2]}", page)


def _state(position):
    values = {each.choice: str(each.value) for each in position.options()}
    dice = [
        {"dice": n, "value": values[n], "rolls": [_roll(position, n, k) for k in position.rolls(n)]}
        for n in sorted(values)
    ]
    return {"open": position.open_tiles, "value": str(position.value()), "dice": dice}


def _roll(position, dice, total):
    ways = sum(sum(roll) == total for roll in product(range(1, 5), repeat=dice))
    moves = [
        {
            "cover": move,
            "left": [tile for tile in position.open_tiles if tile not in move],
            "value": str(value),
        }
        for move, value in position.moves(total).items()
    ]
    return {"roll": total, "ways": ways, "moves": moves}
