"""The scripts of a page share one scope: what a later one declares again would replace it."""

import re
from collections import Counter

import pytest

from twoplayer.web import explorer, page
from twoplayer.web.html import template

NAMES = re.compile(r"^(?:async )?(?:function|const|let|class) ([A-Za-z_]+)", re.MULTILINE)


@pytest.mark.parametrize("scripts", [page.SCRIPTS, explorer.SCRIPTS], ids=["page", "explorer"])
def test_no_two_scripts_of_a_page_declare_the_same_name(scripts):
    found = Counter(name for one in scripts for name in NAMES.findall(template(f"{one}.js")))
    assert len(found) > 50
    assert [name for name, times in found.items() if times > 1] == []
