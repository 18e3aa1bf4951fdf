"""How Sphinx makes the site of what is there: `sphinx-build -W -c docs . site`.

The source is the whole project, so that every link between its pages holds as it stands. What is no
page, such as a figure, a table or the page to play on, lies in the site where it lies here.
"""

import os
import re
import shutil
import sys
from html import escape
from operator import mul
from pathlib import Path
from textwrap import shorten
from urllib.parse import quote

from docutils import nodes
from latex2mathml.converter import convert
from sphinx import addnodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from twoplayer import solve
from twoplayer.errors import need

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT / "docs"), str(ROOT / "reports")]

project = "twoplayer"
author = "the twoplayer developers"
extensions = ["myst_nb"]
root_doc = "README"
exclude_patterns = [".*", "**/.*", "build", "site", "tests", "twoplayer", "benchmarks/*.py"]
exclude_patterns += ["reports/making"]  # its templates are no pages
exclude_patterns += ["node_modules", "jupyter_execute"]  # of npm, and of the notebook
exclude_patterns += [  # virtual environments, whatever they are called
    path.parent.relative_to(ROOT).as_posix().replace("[", "?") for path in ROOT.rglob("pyvenv.cfg")
]
html_theme = "furo"
html_title = "Shut the Box, solved"
html_math_renderer = "mathml"
html_baseurl = os.environ.get("SITE_ADDRESS", "")
html_copy_source = html_show_sourcelink = html_show_copyright = False
html_static_path = ["_static"]
html_favicon = "../twoplayer/web/install/icon.svg"  # that of the page to play on
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_additional_pages = {"index": "front.html"}
templates_path = ["_templates"]
html_sidebars = {"**": ["sidebar/scroll-start.html", "doors.html", "sidebar/scroll-end.html"]}
myst_enable_extensions = ["dollarmath"]
myst_fence_as_directive = ["math", "mermaid"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # the tests run it, and compare
nitpicky = True


FRONT = "Shut the Box: play it, and see whose game your house rules make it"
"""The title of the first page."""
ABOUT = "Play Shut the Box on a phone, and see whom your house rules favour: exactly, and proven."
INDEX = "docs/README"
"""The page of all documents, by who reads them. What stands beside every page is made from it."""
PROGRAMS = "For programmers"
BUILT = {"Commands": "docs/commands", "The API": "docs/api/README"}
"""What the site alone has, for programmers."""


def indexed():
    """Return what the index leads to, by its headings: words, a page, whether it is in bold.

    What ends in `.html` is no page of Sphinx.
    """
    link = re.compile(r"(\*\*)?\[([^\]]*)\]\(([^)#]*)[^)]*\)")
    folder = (ROOT / INDEX).parent
    found = {}
    for part in (ROOT / f"{INDEX}.md").read_text("utf-8").split("\n## ")[1:]:
        caption, _, text = part.partition("\n")
        found[caption] = [
            (words, re.sub(r"\.(md|ipynb)$", "", where(folder / file)), bool(bold))
            for bold, words, file in link.findall(text)
            if ":" not in file
        ]
    return found


def where(path):
    """Return a path from the root of the project."""
    return path.resolve().relative_to(ROOT).as_posix()


def doors():
    """Return what stands beside every page: what is in bold in the index, in words of visitors."""
    found = {}
    for caption, links in indexed().items():
        if entries := {words: page for words, page, bold in links if bold}:
            found[caption] = entries
    return found | {PROGRAMS: found[PROGRAMS] | BUILT}


def contents():
    """Return every page, by who reads it, each once."""
    found, seen = {}, {root_doc, INDEX}
    for caption, links in indexed().items():
        pages = [page for _, page, _ in links if not page.endswith(".html")]
        if fresh := [page for page in dict.fromkeys(pages) if page not in seen]:
            found[caption] = fresh
        seen |= {*pages}
    return found | {PROGRAMS: [*found[PROGRAMS], *BUILT.values(), "docs/api/*", INDEX]}


DOORS = doors()
PREVIEW = "docs/preview.png"
LONGEST_TITLE, LONGEST_ABOUT = 60, 200
ALONE = {
    "page.html": ("Play Shut the Box", "With the chances of both players, by any house rules."),
    "explorer.html": (
        "Which house rules of Shut the Box are fair?",
        "Many sets of rules, each solved: choose yours, and see who gains.",
    ),
    "card_first.html": ("Shut the Box: a card for the first player", "To play by, and to print."),
    "card_second.html": ("Shut the Box: a card for the second", "To play by, and to print."),
    "watch-it-think.html": (
        "Watch it think",
        "Backward induction on three tiles, step by step: guess first.",
    ),
}
"""What is said of pages that are none of Sphinx, by their names: a title, a description."""
CONTENTS = contents()
ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8"'
    ' markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
)


LABEL = (0.4, 0.46, 0.14)
"""How near the label of an arrow is to its three points: not in the middle, where arrows cross."""
LABEL_OF_LEAP = (0.25, 0.5, 0.25)
"""The same of an arrow that passes a column: in the middle, beside the states there."""


class Mermaid(SphinxDirective):
    """A DAG that stands in a page as GitHub draws it: a column for each number of open tiles."""

    has_content = True

    def run(self):
        """Draw it."""
        text = "\n".join(self.content)
        names = dict(re.findall(r'(\w+)\["(.*?)"\]', text))
        edges = re.findall(r'(\w+) -- "(.*?)" --> (\w+)', text)
        columns: dict[int, list[str]] = {}
        for state, name in names.items():
            columns.setdefault(name.count(" ") + 1 if name != "clack" else 0, []).append(state)
        most, high = max(columns), 90 * max(map(len, columns.values()))
        place = {
            state: (60 + 150 * (most - count), high * (2 * row + 1) // (2 * len(some)))
            for count, some in columns.items()
            for row, state in enumerate(some)
        }
        parts, labels = [ARROW], []
        for before, move, after in edges:
            (x, y), (right, other) = place[before], place[after]
            leaps = (right - x) // 150 - 1
            aside = 20 * (leaps + 1) if leaps else 0
            bent = (y + other) / 2 + (aside if y + other > high else -aside)
            curve = (x + 34, y), ((x + right) / 2, bent), (right - 36, other)
            near = LABEL_OF_LEAP if leaps else LABEL
            at = [round(sum(map(mul, near, some))) for some in zip(*curve, strict=True)]
            parts.append('<path d="M{0[0]} {0[1]} Q{1[0]} {1[1]} {2[0]} {2[1]}"/>'.format(*curve))
            labels.append(f'<text x="{at[0]}" y="{at[1] + 4}" class="move">{move}</text>')
        for state, (x, y) in place.items():
            parts.append(
                f'<rect x="{x - 34}" y="{y - 16}" width="68" height="32" rx="6"/>'
                f'<text x="{x}" y="{y + 5}">{names[state]}</text>'
            )
        said = f"{len(names)} sets of open tiles, and {len(edges)} moves between them"
        box = f"0 0 {120 + 150 * most} {high}"
        named = f'class="dag" role="img" aria-label="{said}" viewBox="{box}"'
        drawn = "".join(parts + labels)
        return [nodes.raw("", f"<svg {named}>{drawn}</svg>", format="html")]


def prepared(app, docname, source):
    """Put the tree of all pages, which GitHub has no need of, below the first one."""
    if docname == root_doc:
        for caption, pages in CONTENTS.items():
            listed = "\n".join(f"/{page}" for page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n{listed}\n```\n"
    if docname == "docs/proof":
        source[0] = QUOTED.sub(quoted, source[0])
    # What stands behind the # of a file that is no page would be dropped.
    source[0] = re.sub(r"\]\((?=[\w./]+\.html#)", "](path:", source[0])


QUOTED = re.compile(r"^(?:```coq\n(?:.*\n)*?```\n\n)?(\[`\w+\.v`\]\((.*)\))$", re.MULTILINE)
"""A link to a file of definitions that stands alone, and what the page quotes of it."""


def quoted(found):
    """Put all that a file holds below a link to it, in the place of a part."""
    link, file = found.groups()
    text = (ROOT / "docs" / file).read_text("utf-8")
    return f"{link}\n\n```coq\n{text}```"


def looked_up(app):
    """Write the pages of the commands and the API; one that is as it was is not read again."""
    from reference import reference

    pages = {ROOT / name: text for name, text in reference().items()}
    folder = ROOT / "docs" / "api"
    folder.mkdir(exist_ok=True)
    for path in {*folder.glob("*.md")} - {*pages}:
        path.unlink()
    for path, text in pages.items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def remembered(app):
    """Keep which files are linked: the next time only pages that have changed are read."""
    app.env.site_files = getattr(app.env, "site_files", set())


def as_files(app, doctree):
    """Link what is no page as it lies, not as something to download."""
    folder = Path(app.env.docname).parent
    for node in list(doctree.findall(addnodes.download_reference)):
        path, sign, rules = node["reftarget"].partition("#")
        target = (ROOT / folder / path).resolve()
        if target.is_dir():
            continue
        app.env.site_files.add(target)
        address = f"{path}{sign}{quote(rules, safe='=&%')}"
        link = nodes.reference("", "", *node.children, refuri=address)
        node.replace_self(link)


def kept_together(app, doctree):
    """Part no number from its %."""
    for text in list(doctree.findall(nodes.Text)):
        if re.search(r"\d %", text) and not isinstance(text.parent, nodes.literal_block):
            text.parent.replace(text, nodes.Text(re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", text)))


def previewed(title, about, page):
    """Return what a page's head says of it, for search and for previews of links."""
    root = html_baseurl.rstrip("/") or "../" * page.count("/") or "."
    said = {
        "og:type": "website",
        "og:site_name": html_title,
        "og:title": title,
        "og:description": about,
        "og:image": f"{root.rstrip('/')}/{PREVIEW}",
        "og:image:alt": "Shut the Box on the page: nine tiles, two dice, and the chances of both",
    }
    tags = [f'<meta name="description" content="{escape(about)}">']
    tags += [f'<meta property="{name}" content="{escape(each)}">' for name, each in said.items()]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


def described(app, pagename, templatename, context, doctree):
    """Give every page a short title, a description, and what stands beside it."""
    title, about = context.get("title") or FRONT, ABOUT
    title = re.sub("<.*?>", "", title)
    if pagename == "index":
        title = FRONT
        context["games"] = f"{len((ROOT / 'reports' / 'atlas.csv').read_text().splitlines()) - 1:,}"
        # In about how many games of the classic rules a stake goes to the second player.
        context["games_a_stake"] = round(-1 / solve("classic").first_player_ev)
    elif len(title) > LONGEST_TITLE:
        title = title.partition(":")[0]
    if doctree:
        paragraphs = (each.astext() for each in doctree.findall(nodes.paragraph))
        about = next((" ".join(text.split()) for text in paragraphs if len(text) > 40), ABOUT)
    about = shorten(about, LONGEST_ABOUT, placeholder=" …")
    context |= {"title": title, "about": about, "doors": DOORS}
    context["metatags"] = context.get("metatags", "") + previewed(title, about, f"{pagename}.html")


def copied(app, error):
    """Copy what is linked and no page."""
    if error is None:
        app.env.site_files |= {
            ROOT / PREVIEW,
            ROOT / "docs/page.png",
            ROOT / "reports/figures/strip.svg",
        }
        for path in sorted(app.env.site_files):
            there = Path(app.outdir) / path.relative_to(ROOT)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, there)
        for name, text in pages().items():
            (Path(app.outdir) / "reports" / name).write_text(text, "utf-8")
        for path in Path(app.outdir).rglob("*.html"):
            if path.name in ALONE:
                tell_of(path, path.relative_to(app.outdir).as_posix())


def tell_of(path, page):
    """Put into the head of a page that is none of Sphinx what is said of it; and a way back."""
    text = path.read_text("utf-8")
    whole = re.search("<title>.*?</title>", text).group()
    if 'property="og:title"' not in text:
        said = previewed(*ALONE[path.name], page)
        back = f'<nav><a href="{"../" * page.count("/")}index.html">Shut the Box</a> · '
        text = re.sub(r'<meta name="description" content="[^"]*">\n', "", text, count=1)
        text = text.replace(whole, f"{whole}\n{said}", 1).replace("<nav>", back, 1)
        path.write_text(text, "utf-8")


def pages():
    """Write the page and the cards as a site has them: not packed, since a host does that itself.

    Where it is known where they will live, they link there.
    """
    need("page")
    from making.catalogue import pages_report

    if not html_baseurl:
        return pages_report(packed=False)
    root = html_baseurl.rstrip("/")
    return pages_report(f"{root}/reports/page.html", picture=f"{root}/{PREVIEW}", packed=False)


def formula(node, display):
    """Return a formula as MathML, which needs no script and no font from elsewhere."""
    found = convert(node.astext(), display=display)
    if "\\" in found:  # what the converter does not know it hands on
        raise ExtensionError(f"a formula that cannot be shown: {node.astext()}")
    return found


def inline(translator, node):
    """Write a formula among words."""
    translator.body.append(formula(node, "inline"))
    raise nodes.SkipNode


def block(translator, node):
    """Write a formula on a line of its own."""
    translator.body.append(f'<div class="math">{formula(node, "block")}</div>')
    raise nodes.SkipNode


def setup(app):
    """Tell Sphinx of all this."""
    app.add_directive("mermaid", Mermaid)
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("builder-inited", looked_up)
    app.connect("builder-inited", remembered)
    app.connect("source-read", prepared)
    app.connect("doctree-read", as_files, priority=1)
    app.connect("doctree-read", kept_together)
    app.connect("html-page-context", described)
    app.connect("build-finished", copied)
