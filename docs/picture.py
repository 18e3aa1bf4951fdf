"""The pictures of the page that the README and previews of links show: `python docs/picture.py`.

They are taken of `reports/page.html`, always in the same game, by Chromium. With `--check` nothing
is written: it exits with 1 where a picture is of another size, or visibly another one.
"""

import argparse
import io
import shutil
import sys
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageChops, PngImagePlugin
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "reports" / "page.html"
GAME = "tiles=1-9&game=5.4-9_6.2-8_1.5"
"""Nine and eight are shut, and there is a six to cover."""
PICTURES = {"page.png": (360, 640), "preview.png": (1200, 630)}
"""Each with how wide and high it is."""
STILL = "document.getAnimations().every((each) => each.playState !== 'running')"
VISIBLE = 32
"""So far one of three colours, of 255 steps, has to be from what it was to be seen."""
MOST = 0.03
"""So many of the pixels may be others: where there are other fonts letters are."""


def taken():
    """Take the pictures: each by its name, as PNG."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, (width, height) in PICTURES.items():
            page = browser.new_page(
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
                color_scheme="light",
            )
            page.goto(f"{PAGE.as_uri()}#{GAME}")
            page.locator("#verdict:not(:empty):not(:has-text('≈'))").wait_for(state="attached")
            for _ in page.locator("dialog[open]").all():  # nothing lies over the game
                page.keyboard.press("Escape")
            while not page.evaluate(STILL):  # the page's policy forbids `wait_for_function`
                pass
            yield name, page.screenshot()
        browser.close()


def kept(picture, of):
    """Return a picture in few colours, with what page it is of."""
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    said, file = PngImagePlugin.PngInfo(), io.BytesIO()
    said.add_text("Source", of)
    image.save(file, "png", optimize=True, pnginfo=said)
    return file.getvalue()


def difference(one, other):
    """Return what part of the pixels of two pictures is visibly another; None: so is the size."""
    images = [Image.open(io.BytesIO(each)).convert("RGB") for each in (one, other)]
    if images[0].size != images[1].size:
        return None
    bands = ImageChops.difference(*images).split()
    far = ImageChops.lighter(ImageChops.lighter(*bands[:2]), bands[2])
    return sum(far.histogram()[VISIBLE:]) / (far.width * far.height)


def main(arguments=None):
    """Write the pictures, or compare them with what is there."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, and compare")
    check, wrong = parser.parse_args(arguments).check, False
    of = f"reports/page.html, sha256 {sha256(PAGE.read_bytes()).hexdigest()}"
    for name, picture in taken():
        path, new = ROOT / "docs" / name, kept(picture, of)
        if not check:
            path.write_bytes(new)
            continue
        old = path.read_bytes()
        part = difference(old, new)
        wrong |= part is None or part >= MOST
        said = "another size" if part is None else f"{part:.2%} of the pixels are others"
        sameness = "the same page" if Image.open(path).text.get("Source") == of else "another page"
        print(f"docs/{name}: {said}, of {sameness}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
