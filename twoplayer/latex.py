"""LaTeX of tables and text: numbers as mathematics, the rules of booktabs, and a caption."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SIGNED = re.compile(r"(?P<sign>[-+]?)(?P<digits>[\d.,]+)(?P<unit> ?%)?")
_FRACTION = re.compile(r"(?P<sign>[-+]?)(?P<over>\d+)/(?P<under>\d+)")
_TO = " to "
_NOTHING = "-"
"""The text of a cell without a value."""
PACKAGES = r"\usepackage{booktabs}"
_TO_SHRINK = r"\usepackage{graphicx}"
_SHRUNK = r"\noindent\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
"""The start of a table that is shrunk to the width of the text if it is wider; `}` ends it."""
_TEXT_WIDTH = 345
"""The width of the text of an `article` at its usual size, in points."""
_LETTERS = re.compile("[\u00a0-\u017f‐-‧]")
"""The letters that pdfLaTeX has in the encoding T1."""
_SIGNS = {
    "|": r"\textbar{}",
    "−": "$-$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "≠": r"$\ne$",
    "≈": r"$\approx$",
    "→": r"$\to$",
    "∞": r"$\infty$",
}
"""Signs that LaTeX has in mathematics alone, or that LaTeX writes otherwise in text."""


class Float(NamedTuple):
    """The parts around the rows of a table in a paper.

    Attributes
    ----------
    caption : str
        The caption. Without a caption and a label the table does not float.
    label : str
        The label, such as `tab:evs`.
    below : str
        The text below the rows, in paragraphs.
    comments : sequence of str
        Lines for the reader of the LaTeX source.
    """

    caption: str = ""
    label: str = ""
    below: str = ""
    comments: Sequence[str] = ()


def latex_text(text: str) -> str:
    r"""Write text so that LaTeX shows the text unchanged.

    >>> latex_text("50 % of sum <= 6")
    '50 \\% of sum $\\le$ 6'
    """
    from tabulate import LATEX_ESCAPE_RULES

    rules = LATEX_ESCAPE_RULES | _SIGNS
    return "".join(rules.get(each, each) for each in text.replace("<=", "≤").replace(">=", "≥"))


def latex_cell(text: str) -> str:
    r"""Write a cell; a number becomes mathematics, with a real minus sign, or a fraction.

    >>> latex_cell("-0.4012"), latex_cell("-3/2"), latex_cell("1,959"), latex_cell("-0.1 to 0.2")
    ('$-0.4012$', '$-\\frac{3}{2}$', '$1{,}959$', '$-0.1$ to $0.2$')
    """
    if text == _NOTHING:
        return "--"
    if _TO in text and all(_number(part) for part in text.split(_TO)):
        return _TO.join(_number(part) for part in text.split(_TO))
    return _number(text) or latex_text(text)


def _number(text: str) -> str:
    """Write a number as mathematics; a text that is no number becomes an empty text."""
    if match := _FRACTION.fullmatch(text):
        return rf"${match['sign']}\frac{{{match['over']}}}{{{match['under']}}}$"
    if (match := _SIGNED.fullmatch(text)) and any(map(str.isdigit, match["digits"])):
        digits = match["digits"]
        # Several numbers with commas between them, such as tiles, stay a list.
        if "," in digits and not re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", digits):
            return ""
        unit = r"\,\%" if match["unit"] else ""
        return f"${match['sign']}{digits.replace(',', '{,}')}{unit}$"
    return ""


def latex_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    align: Sequence[str],
    around: Float | None = None,
    most: Sequence[int | None] = (),
) -> str:
    r"""Write rows as a table of booktabs, with a line break at the end.

    Parameters
    ----------
    headings : sequence of str
        The heading of each column, as text.
    rows : sequence of sequence of str
        The cells, as text.
    align : sequence of str
        `"left"` or `"right"`, for each column.
    around : Float, optional
        The caption, the label, and the text below. With a caption or a label the table floats.
    most : sequence of int or None, optional
        The most characters of a line, for each column; longer cells have several lines.

    Returns
    -------
    str
        The table, below comments that name the LaTeX packages to load.

    Examples
    --------
    >>> print(latex_table(["rule", "EV (%)"], [["never", "-0.4012"]], ["left", "right"]), end="")
    % needs \usepackage{booktabs}
    \begin{tabular}{lr}
    \toprule
     rule   &   EV (\%) \\
    \midrule
     never  & $-0.4012$ \\
    \bottomrule
    \end{tabular}
    """
    from tabulate import DataRow, Line, TableFormat, tabulate

    most = most or [None] * len(align)
    columns = zip(align, most, *rows, strict=True)
    sides = "".join(_side(*column) for column in columns)
    layout = TableFormat(
        lineabove=Line(rf"\begin{{tabular}}{{{sides}}}" + "\n\\toprule", "", "", ""),
        linebelowheader=Line(r"\midrule", "", "", ""),
        linebetweenrows=None,
        linebelow=Line("\\bottomrule\n\\end{tabular}", "", "", ""),
        headerrow=DataRow("", "&", r"\\"),
        datarow=DataRow("", "&", r"\\"),
        padding=1,
        with_header_hide=None,
    )
    cells = [[latex_cell(cell) for cell in row] for row in rows]
    titles = [_heading(*heading) for heading in zip(headings, align, strict=True)]
    table = tabulate(cells, titles, layout, disable_numparse=True, colalign=align)
    if any(r"\frac" in cell for row in cells for cell in row):  # a fraction is higher than a line
        table = "\n".join([r"\begingroup\renewcommand{\arraystretch}{1.5}", table, r"\endgroup"])
    around = around or Float()
    if (width := _points(headings, rows, most)) > _TEXT_WIDTH:
        table = "\n".join([_SHRUNK, table, "}"])
        times = f"about {width / _TEXT_WIDTH:.1f} times as wide as the text of an article"
        wide = f"{times}: there it is set smaller; fewer columns and digits make it narrower"
        around = around._replace(comments=[*around.comments, wide])
    below = [latex_text(part) for part in around.below.split("\n\n") if part]
    if not (around.caption or around.label):
        said = [f"\n\\par\\noindent {part}" for part in below]
        return _with_comments([table, *said], around.comments)
    lines = [r"\begin{table}", r"\centering"]
    if around.caption:
        lines.append(rf"\caption{{{latex_text(around.caption)}}}")
    if around.label:
        lines.append(rf"\label{{{around.label}}}")
    said = [rf"\par\smallskip\footnotesize {part}" for part in below]
    lines += [r"\par\smallskip", table, *said, r"\end{table}"]
    return _with_comments(lines, around.comments)


def _heading(text: str, align: str) -> str:
    """Write a heading; the lines of the heading stand above each other."""
    lines = [latex_text(line) for line in text.split("\n")]
    stacked = r"\\".join(lines)
    return rf"\shortstack[{align[0]}]{{{stacked}}}" if len(lines) > 1 else stacked


def _points(
    headings: Sequence[str], rows: Sequence[Sequence[str]], most: Sequence[int | None]
) -> int:
    """Estimate the width of a table in points: 5 a letter, 4 in a fraction, 12 more a column."""
    widths = []
    for heading, limit, *column in zip(headings, most, *rows, strict=True):
        letters = max(map(len, heading.split("\n")))
        cells = [
            4 * max(map(len, cell.split("/"))) if _FRACTION.fullmatch(cell) else 5 * len(cell)
            for cell in column
        ]
        # A cell beyond `limit` is a paragraph, with two letters an em; an em has 10 points.
        widths.append(max(5 * letters, min(max(cells, default=0), 5 * (limit or 10**6))))
    return sum(widths) + 12 * len(widths)


def _side(align: str, most: int | None, *cells: str) -> str:
    """Return LaTeX's word for a column: one side, or a paragraph of about two letters an em."""
    return rf"p{{{most / 2:g}em}}" if most and max(map(len, cells)) > most else align[0]


def _with_comments(lines: Sequence[str], comments: Sequence[str]) -> str:
    """Write lines below comments; the first comment names the packages that the lines need."""
    text = "\n".join(lines)
    needs = f"{PACKAGES} {_TO_SHRINK}" if _SHRUNK in text else PACKAGES
    if beyond := [each for each in text if not each.isascii()]:
        needs += r" \usepackage[T1]{fontenc}"
        if others := [each for each in beyond if not _LETTERS.fullmatch(each)]:
            needs = needs.removesuffix(r" \usepackage[T1]{fontenc}")
            needs += f" and LuaLaTeX or XeLaTeX, with a font that has {others[0]}"
    return "\n".join([f"% needs {needs}", *map("% {}".format, comments), text, ""])
