#!/usr/bin/env python3
"""What a desktop needs to offer the board: menu entry, icon, and its description for software centres.

    scripts/release/desktop.py --check      # with desktop-file-validate and appstreamcli; status 2 if one is missing

The repository does not name its own address. Whoever makes packages sets it in the environment:

- `QUADRIGA_ID`: the identifier of the application, a domain in reverse with a name at its end; `quadriga` unless set,
- `QUADRIGA_REPOSITORY`: the address of the sources; left out unless set.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import escape

from archives import commit_time
from targets import ROOT, version

HERE = Path(__file__).resolve().parent
# Where each file belongs below /usr/share.
PLACES = {
    "quadriga.desktop": "applications/quadriga.desktop",
    "quadriga.metainfo.xml": "metainfo/quadriga.metainfo.xml",
    "quadriga.svg": "icons/hicolor/scalable/apps/quadriga.svg",
}


def repository():
    """The address of the sources; empty: unknown."""
    return os.environ.get("QUADRIGA_REPOSITORY", "")


def metainfo():
    """The description, with what changes from release to release."""
    text = (HERE / "quadriga.metainfo.xml").read_text(encoding="utf-8")
    values = {
        "@ID@": os.environ.get("QUADRIGA_ID", "quadriga"),
        "@VERSION@": version(),
        "@DATE@": time.strftime("%Y-%m-%d", time.gmtime(commit_time())),
    }
    for name, value in values.items():
        text = text.replace(name, escape(value))
    if repository():
        address = escape(repository())
        links = "".join(f'  <url type="{kind}">{address}</url>\n' for kind in ("homepage", "vcs-browser"))
        text = text.replace("  <launchable", links + "  <launchable")
    return text


def files():
    """Names and bytes of the files."""
    return {
        "quadriga.desktop": (HERE / "quadriga.desktop").read_bytes(),
        "quadriga.metainfo.xml": metainfo().encode(),
        "quadriga.svg": (ROOT / "src/web/page/icon.svg").read_bytes(),
    }


def check():
    """The status of the validators."""
    validators = [
        ("desktop-file-validate", ["desktop-file-validate", "--warn-kde", "quadriga.desktop"]),
        ("appstreamcli", ["appstreamcli", "validate", "--no-net", "quadriga.metainfo.xml"]),
    ]
    if missing := [name for name, _ in validators if not shutil.which(name)]:
        print(f"this needs {' and '.join(missing)} (desktop-file-utils, appstream)")
        return 2
    # A name without a domain is what the validator warns of; whoever makes packages has one.
    os.environ.setdefault("QUADRIGA_ID", "org.example.quadriga")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files().items():
            (Path(folder) / name).write_bytes(content)
        return max(subprocess.run(command, cwd=folder).returncode and 1 for _, command in validators)


def main():
    parser = argparse.ArgumentParser(description="Checks menu entry and description with the usual validators.")
    parser.add_argument("--check", action="store_true", required=True)
    parser.parse_args()
    return check()


if __name__ == "__main__":
    sys.exit(main())
