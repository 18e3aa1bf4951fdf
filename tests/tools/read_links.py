"""Links, and what they say: the page and the shell have to read the same in them."""

ADDRESSES = "#", "page.html#", "https://", "file://"

# What is read in a link, as the program writes it.
READ = {
    "tiles=1-4": "tiles=1-4",
    "tiles=4": "tiles=1-4",
    "#tiles=1-4": "tiles=1-4",
    "##tiles=1-4": "tiles=1-4",
    "#?tiles=1-4": "tiles=1-4",
    "&tiles=1-4&&": "tiles=1-4",
    "https://a.b/box?c=d#tiles=1-4&ties=first": "tiles=1-4&ties=first",
    "file:///home/me/page.html#tiles=1-4": "tiles=1-4",
    "page.html#ties=first&tiles=4": "tiles=1-4&ties=first",
    "ties=push": "tiles=1-9",
    "one_die=sum+%3C%3D+6": "one_die=sum%20%3C%3D%206",
    "%74iles=1%2D4": "tiles=1-4",
    "immediate_clack=Yes&max_tiles=none": "immediate_clack=true",
    "clack_payout=4/2": "clack_payout=2",
    # A name
    "#ten": "tiles=1-10",
    "https://a.b/page.html#ten": "tiles=1-10",
    "#classic": "tiles=1-9",
    "#ten&lang=de": "tiles=1-10",
    "#lang=de&ten": "tiles=1-10",
    "#ten&today": "tiles=1-10",
    # What is the page's own
    "tiles=1-4&lang=de": "tiles=1-4",
    "lang=&tiles=1-4": "tiles=1-4",
    "today&tiles=1-4": "tiles=1-4",
    "tiles=1-4&today&ties=first&lang=fr": "tiles=1-4&ties=first",
    "tiles=1-4#lang=de": "tiles=1-4",
    # Rules of the second player's own
    "tiles=1-9&second=tiles%3D1-3": "tiles=1-9&second=tiles%3D1-3",
    "second=tiles%3D1-3&tiles=1-9": "tiles=1-9&second=tiles%3D1-3",
    "tiles=1-4&second=ten": "tiles=1-4&second=tiles%3D1-10",
    "tiles=1-4&second=tiles%3D1-4": "tiles=1-4",
    "tiles=1-4&second=lang%3Dde%26tiles%3D1-3": "tiles=1-4&second=tiles%3D1-3",
    "tiles=1-4&ties=first&second=tiles%3D1-3%26ties%3Dfirst": (
        "tiles=1-4&ties=first&second=tiles%3D1-3%26ties%3Dfirst"
    ),
}
# Links that both refuse, and a word of the shell's reason.
REFUSED = {
    "tiles=1-3&tiles=1-4": "with tiles twice",
    "tiles=1-4&tiles=1-4": "with tiles twice",
    "tiles=&ties=first": "with nothing for tiles",
    "tiles=1-4&ties=": "with nothing for ties",
    "tiles=1-4&ties": "with nothing for ties",
    "page.html#tiles=1-4#ties=first": "tiles: got '1-4#ties=first'",
    "tiles=1-4#ties=first": "tiles: got '1-4#ties=first'",
    "tile=3": "where 'tile' is no rule; did you mean tiles?",
    "tiles=1-4&rule=3": "where 'rule' is no rule; takes tiles, ",
    "=": "where '' is no rule",
    "tiles=1-4&=": "where '' is no rule",
    "constructor=1&tiles=1-4": "where 'constructor' is no rule",
    "__proto__=1": "where '__proto__' is no rule",
    "tiles=x": "tiles: got 'x'",
    "ties=First%21": "ties: got 'First!'",
    "tiles=1-4&lang=de&lang=fr": "where 'lang' is no rule",
    "tiles=1-4&today&today": "where 'today' is no rule",
    "tiles=1-4&today=1": "where 'today' is no rule",
    "#tenn": "where 'tenn' is no registered name; did you mean ten?",
    "https://a.b/#no-such-game": "where 'no-such-game' is no registered name",
    "#ten&second=tiles%3D1-3": "where 'ten' is no rule",
    "#ten&ties=first": "where 'ten' is no rule",
    "#ten#ties=first": "where 'ten#ties' is no rule",
    "tiles=1-4&second=tile%3D3": "where 'tile' in second is no rule",
    "tiles=1-4&second=tiles%3Dx": "second: tiles: got 'x'",
    "tiles=1-4&second=tiles%3D3%26tiles%3D3": "with tiles twice in second",
    "tiles=1-4&second=": "which names no rules in second",
    "tiles=1-4&second": "which names no rules in second",
    "tiles=1-4&second=lang%3Dde": "which names no rules in second",
    "tiles=1-4&second=today": "which names no rules in second",
    "tiles=1-4&second=sixteen": "where sixteen in second is 16 games",
    "#sixteen": "where sixteen is 16 games; takes the name of one",
    "tiles=1-4&second=tenn": "where 'tenn' in second is no registered name",
    "tiles=1-4&second=game%3D1": "where 'game' in second is no rule",
    "tiles=1-4&second=tiles%3D3&second=tiles%3D3": "with second twice",
    "tiles=1-4&ties=first&second=tiles%3D1-3": "ties: got 'push', for the second player",
    "dice=1d6&one_die=always": "one_die: got 'always', with one die anyway",
}
# What only the page reads: of a position or a game; and where the page's own rules are meant.
OF_THE_PAGE = {
    "tiles=1-4&open=2,3": "with open, which is no rule; takes rules; `twoplayer play --open",
    "tiles=1-4&to_beat=3": "with to_beat, which is no rule; takes rules; `twoplayer play --to",
    "tiles=1-4&game=1.2-3": "with game, which is no rule; takes rules; `twoplayer play --re",
    "page.html#game=": "with game, which is no rule; takes rules; `twoplayer play --re",
    "page.html#": "which names no rules",
    "#lang=de": "which names no rules",
    "https://a.b/box#today&lang=de": "which names no rules",
    "second=tiles%3D1-3": "which names no rules of the game",
}


def in_the_address(link):
    """Return a link as a page finds it in its address; alone, it stands behind the `#` there."""
    return link[link.index("#") :] if link.startswith(ADDRESSES) else f"#{link}"
