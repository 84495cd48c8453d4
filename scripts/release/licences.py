"""The licences of the libraries that are part of a program: MIT, BSD and others want their text handed on with it."""

import json
import subprocess
from pathlib import Path

from targets import ROOT

HEAD = """Quadriga itself is under LICENSE-MIT or LICENSE-APACHE, at your choice. This program contains the libraries
below, and the standard library of Rust (MIT OR Apache-2.0){runtime}.
"""
RUNTIME = {
    "musl": ", and musl (MIT)",
    "wasi": ", and wasi-libc (Apache-2.0 with LLVM exception, Apache-2.0 or MIT) with parts of musl (MIT)",
    "windows": ", and the runtimes of mingw-w64 (ZPL-2.1) and of GCC (GPL-3.0 with the runtime library exception)",
}
NAMES = ("LICEN", "COPYING", "UNLICENSE", "NOTICE")


def libraries(target):
    """The packages that are linked into the program, from cargo."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target.triple}"]
    told = json.loads(subprocess.run(command + list(target.features), cwd=ROOT, capture_output=True, check=True).stdout)
    needs = {node["id"]: node["deps"] for node in told["resolve"]["nodes"]}
    found, left = set(), [told["resolve"]["root"]]
    while left:
        package = left.pop()
        if package not in found:
            found.add(package)
            normal = (need for need in needs[package] if any(kind["kind"] is None for kind in need["dep_kinds"]))
            left += [need["pkg"] for need in normal]
    found.remove(told["resolve"]["root"])
    return sorted((package for package in told["packages"] if package["id"] in found), key=lambda one: one["name"])


def texts(package):
    """The files of a package that are about its licence."""
    folder = Path(package["manifest_path"]).parent
    files = (path for path in sorted(folder.iterdir()) if path.is_file() and path.name.upper().startswith(NAMES))
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in files]


def notices(target):
    """All of it as one text; a licence that several libraries share word for word stands there once."""
    runtime = next((words for part, words in RUNTIME.items() if part in target.triple), "")
    owners, plain = {}, []
    for package in libraries(target):
        title = f"{package['name']} {package['version']}: {package['license'] or 'see below'}"
        for text in texts(package):
            owners.setdefault(text, []).append(title)
        if not texts(package):
            plain.append(f"{title}, by {', '.join(package['authors']) or 'its authors'}")
    parts = [HEAD.format(runtime=runtime), *plain]
    parts += ["\n".join(["=" * 100, *titles, "", text, ""]) for text, titles in owners.items()]
    return "\n".join(parts) + "\n"
