"""Names that every object of JavaScript answers to, and others: of files, in addresses, of players.

None of them may mean more on a page than any other name.
"""

ANY = (
    *("constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"),
    *("__proto__", "__defineGetter__", "prototype"),
)
BESIDE = "my-pub"

SPELLED = [
    *(("my pub", "my pub"), ("my pub", "my%20pub"), ("bär", "bär"), ("bär", "b%C3%A4r")),
    *(("100%", "100%"), ("100%", "100%25"), ("a&b", "a&b"), ("a#b", "a#b"), ("👍", "👍")),
    *(("second", "second"), ("lang", "lang"), ("game", "game"), ("open", "open")),
    # A file called as a registered game keeps its ending.
    *(("to_beat", "to_beat"), ("tiles.toml", "tiles.toml"), ("sort", "sort"), ("only", "only")),
    *(("last", "last"), ("settings", "settings"), ("class", "class"), ("none", "none")),
]
"""Names of files, and how a browser may spell them in an address."""


def as_shown(name):
    return name[0].upper() + name[1:]


def file_of(folder, name, rules):
    path = folder / f"{name}.toml"
    path.write_text(rules)
    return path


def tiles_of(name):
    return [1, 2, 3, 5 + (*ANY, BESIDE).index(name)]


def files_of_any_name(folder, more=""):
    """Write a file for each name, all of them different games, and for one that is like any."""
    for name in (*ANY, BESIDE):
        yield file_of(folder, name, f'tiles = "1-3,{tiles_of(name)[-1]}"\n{more}\n')
