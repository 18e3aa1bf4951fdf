"""What the documents show is what the program prints."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from twoplayer import Variant, annotated, covering, solve, variants
from twoplayer.cli import main
from twoplayer.fields import FIELDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
RULES = (ROOT / "rules" / "README.md").read_text("utf-8")


def mermaid(variant):
    """Draw the annotated DAG as a Mermaid flow chart."""
    graph = annotated(variant)
    lines = ["flowchart LR"]
    for state, tiles in sorted(graph.nodes(data="open_tiles"), reverse=True):
        lines.append(f'    s{state}["{" ".join(map(str, tiles)) or "clack"}"]')
    for before, after, move in sorted(graph.edges(data="move"), reverse=True):
        lines.append(f'    s{before} -- "{"+".join(map(str, move))}" --> s{after}')
    return "\n".join(lines) + "\n"


CONSOLE = re.findall(r"```console\n\$ twoplayer (.*)\n([^`]*)```", README)


@pytest.mark.parametrize(("command", "shown"), CONSOLE, ids=[c for c, _ in CONSOLE])
def test_the_output_in_the_readme_is_real(command, shown):
    assert CliRunner().invoke(main, shlex.split(command)).stdout == shown


def test_the_readme_shows_output():
    assert len(CONSOLE) >= 3


def test_the_picture_in_the_readme_is_the_dag():
    assert f"```mermaid\n{mermaid(Variant(tiles=3))}```" in README


def test_the_rule_files_in_the_readme_of_the_rules_work(tmp_path):
    examples = re.findall(r"```toml\n([^`]*)```", RULES)
    members = []
    for text in examples:
        path = tmp_path / "my-pub.toml"
        path.write_text(text, "utf-8")
        members.append(len(variants(path)))
    assert members == [1, 8, 3]


def test_the_readme_of_the_rules_lists_every_field_with_what_it_takes():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \| `.*` \|$", RULES, re.MULTILINE))
    assert rows == {name: f.takes.replace("|", r"\|") for name, f in FIELDS.items()}


def test_the_rule_of_another_kind_in_the_readme_of_the_rules_works(monkeypatch):
    monkeypatch.setitem(covering.COVERINGS, "sum-or-product", None)
    [example] = re.findall(r"```python\n([^`]*)```", RULES)
    exec(example, vars(covering).copy())
    solution = solve(Variant(moves="sum-or-product"))
    assert set(solution.moves((5, 6, 9), (2, 3))) == {(5,), (6,)}
    assert solution.first_player_ev != solve("classic").first_player_ev
