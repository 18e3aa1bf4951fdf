"""The rules, which lie beside the package, are data of it in a wheel."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithRules(build_py):
    """Modules and their data as ever; an editable install reads the rules where they lie."""

    def run(self) -> None:
        """Copy it all."""
        super().run()
        folder = Path(self.build_lib, "twoplayer", "rules")
        for rules in () if self.editable_mode else Path("rules").glob("*.toml"):
            self.mkpath(str(folder))
            self.copy_file(str(rules), str(folder))


setup(cmdclass={"build_py": WithRules})
