"""The rules, which lie beside the package, are data of it in a wheel; an sdist can be repeated."""

import gzip
import io
import os
import tarfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist


class WithRules(build_py):
    """Modules and their data as ever; an editable install reads the rules where they lie."""

    def run(self) -> None:
        """Copy it all."""
        super().run()
        folder = Path(self.build_lib, "twoplayer", "rules")
        for rules in () if self.editable_mode else Path("rules").glob("*.toml"):
            self.mkpath(str(folder))
            self.copy_file(str(rules), str(folder))


class Repeatable(sdist):
    """An sdist as ever; with `SOURCE_DATE_EPOCH` equal contents make it byte for byte the same."""

    def make_archive(self, *args, **kwargs):
        """Make it, and with that date pack it again: without owners, clocks and umasks."""
        path = super().make_archive(*args, **kwargs)
        if (date := os.environ.get("SOURCE_DATE_EPOCH")) and path.endswith(".tar.gz"):
            Path(path).write_bytes(_repacked(Path(path).read_bytes(), int(date)))
        return path


def _repacked(archive, date):
    made = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(archive)) as before,
        gzip.GzipFile("", "wb", fileobj=made, mtime=date) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as after,
    ):
        for member in sorted(before, key=lambda member: member.name):
            content = before.extractfile(member) if member.isfile() else None
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.pax_headers = date, {}
            after.addfile(member, content)
    return made.getvalue()


setup(cmdclass={"build_py": WithRules, "sdist": Repeatable})
