#!/usr/bin/env python3
"""Makes the wheel: the Python package, and the program beside it.

A build backend of its own, with the standard library alone, as the usual one for programs in wheels (maturin) would
compile the crate, while here the program is there already: in the tests it is the one that all other tests use.
So `pip install scripts/python` needs nothing but a Rust toolchain. With a program that is there already, cargo is only
asked for the licences of its libraries.

What it does, by `--config-settings` of pip or by flags of this file (`wheel_builder.py --portable -o DIR`):

- nothing said: `cargo build --release`, for the processor of this machine. The wheel is tagged `linux_...`, which PyPI
  does not accept: it may fail on older processors.
- `portable`: the same for nearly any processor of the last ten years, in `target/portable`. The wheel is tagged
  `manylinux_...` with the C library that the program asks for.
- `binary=PATH`: this program, without compiling. With `portable` it is taken to be so.
- `platform=TAG`: the program is for this platform instead of the one that builds.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib
import os
import platform
import re
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SETTINGS = {"binary", "platform", "portable"}
LICENCES = ("LICENSE-MIT", "LICENSE-APACHE")
# The libraries in the program want their licences handed on with it.
LIBRARIES = "LICENSES-OF-LIBRARIES"
NOTICES = f"licenses/{LIBRARIES}"
# Programs for Windows are linked by mingw; elsewhere the compiler says what it builds for.
WINDOWS = "x86_64-pc-windows-gnu"

# Elsewhere the compiler's own baseline is meant for every machine.
PORTABLE_CPU = {"x86_64": "x86-64-v2", "amd64": "x86-64-v2"}

Settings = Mapping[str, str]


def build_wheel(wheel_directory: str, config_settings: Settings | None = None, _metadata: str | None = None) -> str:
    """Make the wheel in this folder, and return its name: the hook that pip calls."""
    settings = checked(config_settings)
    binary = program(settings)
    tag = settings.get("platform") or platform_tag(binary, is_portable(settings))
    name = f"{project()['name']}-{project()['version']}"
    suffix = ".exe" if tag.startswith("win") else ""
    files = {f"quadriga/{path.name}": path.read_bytes() for path in sorted((HERE / "src" / "quadriga").glob("*.py*"))}
    files["quadriga/py.typed"] = b""
    files[f"{name}.data/scripts/quadriga{suffix}"] = binary.read_bytes()
    files.update({f"{name}.dist-info/{path}": text.encode() for path, text in metadata(tag).items()})
    files[f"{name}.dist-info/{NOTICES}"] = notices(tag).encode()
    wheel = f"{name}-py3-none-{tag}.whl"
    write_wheel(Path(wheel_directory) / wheel, f"{name}.dist-info/RECORD", files)
    return wheel


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings | None = None) -> str:
    """Only the description, for which nothing has to be compiled."""
    checked(config_settings)
    folder = Path(metadata_directory) / f"{project()['name']}-{project()['version']}.dist-info"
    for path, text in {**metadata("any"), NOTICES: notices("any")}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder.name


def build_sdist(_directory: str, _settings: Settings | None = None) -> str:
    """The sources of the program are the whole repository, which is not packed for PyPI."""
    raise UnsupportedOperation("there is no source distribution: build from the repository")


class UnsupportedOperation(Exception):
    """What front-ends expect where a hook cannot do its work."""


def checked(settings: Settings | None) -> Settings:
    """The settings, without any that do not exist."""
    unknown = sorted(set(settings or {}) - SETTINGS)
    if unknown:
        raise ValueError(f"there is no setting {unknown[0]!r}, but {', '.join(sorted(SETTINGS))}")
    return settings or {}


def is_portable(settings: Settings) -> bool:
    """Whether the wheel is to be handed on."""
    value = settings.get("portable", "false")
    if value.lower() not in ("true", "false"):
        raise ValueError(f"portable is true or false, not {value!r}")
    return value.lower() == "true"


def program(settings: Settings) -> Path:
    """The program: the one that was named, or one that is compiled now."""
    if "binary" in settings:
        return Path(settings["binary"])
    environment, target = dict(os.environ), ROOT / "target"
    if is_portable(settings):
        # RUSTFLAGS takes the place of the flags in .cargo/config.toml, which are for this machine only.
        environment["RUSTFLAGS"] = f"-C target-cpu={PORTABLE_CPU.get(platform.machine().lower(), 'generic')}"
        target /= "portable"
    command = ["cargo", "build", "--release", "--bin", "quadriga", "--target-dir", str(target)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return target / "release" / ("quadriga.exe" if os.name == "nt" else "quadriga")


def platform_tag(binary: Path, portable: bool) -> str:
    """Where the wheel can be installed: on Linux with the newest version of the C library that the program names."""
    plain = re.sub(r"[-.]", "_", sysconfig.get_platform())
    versions = re.findall(rb"\bGLIBC_2\.(\d+)", binary.read_bytes())
    if not (plain.startswith("linux_") and portable and versions):
        return plain
    return plain.replace("linux_", f"manylinux_2_{max(int(version) for version in versions)}_", 1)


def project() -> dict[str, str]:
    """Name, version and more from Cargo.toml: Python 3.9 has no reader for it, and four lines need none."""
    text = (ROOT / "Cargo.toml").read_text(encoding="utf-8").partition("[package]")[2].partition("\n[")[0]
    return dict(re.findall(r'^([\w-]+) = "(.*)"$', text, flags=re.M))


def metadata(tag: str) -> dict[str, str]:
    """The files of the folder `.dist-info`, but RECORD."""
    about = project()
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {about['name']}",
        f"Version: {about['version']}",
        f"Summary: {about['description']}",
        f"License-Expression: {about['license']}",
        *(f"License-File: {licence}" for licence in (*LICENCES, LIBRARIES)),
        "Classifier: Typing :: Typed",
        "Classifier: Topic :: Games/Entertainment :: Board Games",
        "Requires-Python: >=3.9",
        "Provides-Extra: pettingzoo",
        "Requires-Dist: pettingzoo; extra == 'pettingzoo'",
        "Description-Content-Type: text/markdown; charset=UTF-8",
        "",
        (HERE / "README.md").read_text(encoding="utf-8"),
    ]
    wheel = f"Wheel-Version: 1.0\nGenerator: quadriga wheel_builder\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n"
    licences = {f"licenses/{licence}": (ROOT / licence).read_text(encoding="utf-8") for licence in LICENCES}
    return {"METADATA": "\n".join(lines), "WHEEL": wheel, **licences}


def notices(tag: str) -> str:
    """The licences of the libraries, as in the release archives."""
    path = str(ROOT / "scripts" / "release")
    sys.path.insert(0, path)
    try:
        licences, targets = (importlib.import_module(name) for name in ("licences", "targets"))
    finally:
        sys.path.remove(path)
    return str(licences.notices(targets.LINUX._replace(triple=WINDOWS if tag.startswith("win") else host())))


def host() -> str:
    """What the compiler builds for."""
    told = subprocess.run(["rustc", "-vV"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return str(re.findall(r"^host: (\S+)$", told, flags=re.M)[0])


def write_wheel(path: Path, record: str, files: Mapping[str, bytes]) -> None:
    """The files with their checksums. The same files give the same bytes: no times, no owners."""
    listed = []
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            listed.append(f"{name},sha256={digest},{len(content)}")
            wheel.writestr(entry(name), content)
        wheel.writestr(entry(record), "\n".join([*listed, f"{record},,", ""]))


def entry(name: str) -> zipfile.ZipInfo:
    """What the archive says of a file: only the program may be executed."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (0o100755 if ".data/scripts/" in name else 0o100644) << 16
    return info


def main() -> None:
    """The settings as flags."""
    parser = argparse.ArgumentParser(description="Makes the Python wheel with the program.")
    parser.add_argument("--portable", action="store_true", help="for any processor, to be handed on")
    parser.add_argument("--binary", help="take this program instead of compiling")
    parser.add_argument("--platform", help="tag of the platform that the program is for")
    parser.add_argument("-o", "--out", default=str(ROOT / "target" / "wheels"), help="folder (default: target/wheels)")
    given = parser.parse_args()
    settings = {"portable": str(given.portable).lower()}
    settings.update({name: value for name in ("binary", "platform") if (value := getattr(given, name))})
    print(Path(given.out) / build_wheel(given.out, settings))


if __name__ == "__main__":
    main()
