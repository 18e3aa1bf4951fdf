"""The page in a folder of a web site: it is installed from there, and works without a network."""

import json
import re
import struct
import threading
import zlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from conftest import BLANK, begun, written
from person import menu, says, status, tap, wait
from playwright.sync_api import expect


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("site") / "box"
    assert written(f"write page classic -o {path}/") == f"Wrote {path}/.\n"
    return path


@pytest.fixture
def site(folder):
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=folder.parent))
    threading.Thread(target=server.serve_forever).start()
    yield f"http://localhost:{server.server_port}/box/"
    server.shutdown()
    server.server_close()


@pytest.mark.dear
def test_what_lies_in_the_folder(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        *("icon-192.png", "icon-512.png", "icon.svg", "index.html", "manifest.webmanifest"),
        *("preview.png", "service.js"),
    ]
    manifest = json.loads((folder / "manifest.webmanifest").read_text())
    assert {icon["src"] for icon in manifest["icons"]} == {
        *("icon.svg", "icon-192.png", "icon-512.png")
    }
    page = (folder / "index.html").read_text("utf-8")
    for address in re.findall(r'<link [^>]*href="([^"]*)"', page):
        assert (folder / address).is_file()
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["worker-src"] == "blob: 'self'"
    assert rules["manifest-src"] == "'self'"


def test_what_a_site_has_is_not_packed_and_can_be_read(folder):
    """A server compresses it; what is packed already becomes larger by that."""
    page = (folder / "index.html").read_text("utf-8")
    assert '"packed"' not in page
    assert "function drawTiles()" in page


def rows_of(data, wide, high):
    """Read a PNG of a size: the colours of its dots, in rows."""
    assert struct.unpack(">2I", data[16:24]) == (wide, high)
    start = data.index(b"IDAT")
    [length] = struct.unpack(">I", data[start - 4 : start])
    rows = zlib.decompress(data[start + 4 : start + 4 + length])
    assert len(rows) == high * (3 * wide + 1)
    return [rows[each + 1 : each + 3 * wide + 1] for each in range(0, len(rows), 3 * wide + 1)]


@pytest.mark.parametrize("size", [192, 512])
def test_the_icon_is_a_picture_of_its_size(folder, size):
    rows = rows_of((folder / f"icon-{size}.png").read_bytes(), size, size)
    assert rows[0][:3] == bytes.fromhex("3a2112"), "the corner is of wood"


def said_in_the_head(page):
    """Return what a page says to who shows a preview of it, by its name."""
    tags = re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', page)
    [title] = re.findall("<title>(.*?)</title>", page)
    return title, dict(tags)


@pytest.mark.dear
@pytest.mark.parametrize(
    ("output", "address", "picture"),
    [
        ("box.html", "https://example.org/pub/box.html", "https://example.org/pub/box.png"),
        ("box.html", "https://example.org/pub", "https://example.org/pub/box.png"),
        ("box/", "https://example.org/pub/", "https://example.org/pub/preview.png"),
        ("box/", "https://example.org/a/index.html", "https://example.org/a/preview.png"),
        ("box/", "https://example.org", "https://example.org/preview.png"),
    ],
)
def test_a_link_to_the_page_has_a_face(tmp_path, output, address, picture):
    said = written(f"write page classic -o {tmp_path}/{output} --address {address}")
    beside = ", and box.png beside it" if output == "box.html" else ""
    assert said == f"Wrote {tmp_path}/{output}{beside}.\n"
    written_to = tmp_path / output / "index.html" if output == "box/" else tmp_path / output
    title, tags = said_in_the_head(written_to.read_text("utf-8"))
    assert title == tags["og:title"] == "Shut the Box"
    assert tags["og:description"] == tags["description"]
    assert "same dice for everybody" in tags["description"]
    assert (tags["og:url"], tags["og:image"]) == (address, picture)
    drawn = written_to.parent / picture.rpartition("/")[2]
    rows = rows_of(drawn.read_bytes(), 1200, 630)
    assert rows[400][1200:1203] != rows[0][:3], "the felt is not of wood"


@pytest.mark.dear
def test_a_page_without_an_address_has_a_title_and_a_description(folder):
    title, tags = said_in_the_head((folder / "index.html").read_text("utf-8"))
    assert title == "Shut the Box"
    assert "same dice for everybody" in tags["description"]
    assert not any(name.startswith(("og:", "twitter:")) for name in tags)


@pytest.mark.dear
def test_another_page_is_another_version(folder, tmp_path):
    written(f"write page ten -o {tmp_path}")
    services = [(each / "service.js").read_text() for each in (folder, tmp_path)]
    versions = [re.findall(r"\$\{MINE\}(\w{16})", service) for service in services]
    assert versions[0] != versions[1]


def test_it_works_without_a_network_once_it_was_opened(site, new_context):
    context, said = new_context(), []
    context.clock.install()
    context.on("console", lambda message: said.append(message.text))
    context.on("weberror", lambda error: said.append(str(error.error)))
    page = context.new_page()
    page.goto(f"{site}#clack_payout=2")
    begun(page)
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)")
    expect(page.locator("#rules-name")).to_have_text("Clack pays double")
    menu(page, "Send")
    expect(page.get_by_label("The link")).to_have_value(f"{site}#clack_payout=2")
    context.set_offline(True)
    for address in ("", "index.html", "?from=home#clack_payout=2"):
        page.goto(BLANK)
        page.goto(f"{site}{address}")
        begun(page)
        tap(page, "Roll 2 dice")
        says(page, "rolled")
    before = status(page).inner_text()
    wait(page)
    page.reload()
    begun(page)
    expect(status(page)).to_have_text(before)
    expect(page.locator("#ahead-1")).to_have_text(re.compile(r"^\d+$"))
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["name"] == "Shut the Box"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, "as all tests are"
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    page.goto(f"{site}icon-512.png")
    expect(page.get_by_role("img")).to_have_js_property("naturalWidth", 512)
    assert said == []
