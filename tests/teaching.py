"""The notebook of the documentation: run, and compared with what it shows."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "docs" / "notebook.ipynb"


def executed():
    """Run the notebook in a kernel of its own, and return it with its outputs."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return notebook


def outputs(notebook):
    """Return what the cells show, by the kind of each output."""
    return [
        dict(output.get("data", output))
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]


def shown(notebook):
    """Return the words and tables that the cells show."""
    return [
        {kind: text for kind, text in each.items() if kind != "image/png"}
        for each in outputs(notebook)
    ]


def figures(notebook):
    """Count the figures."""
    return sum("image/png" in each for each in outputs(notebook))
