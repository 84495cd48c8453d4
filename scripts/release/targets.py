"""What is handed on, and how it is compiled.

`.cargo/config.toml` asks for the processor of the machine at hand, which others may not have. Every build here names its
own; CARGO_ENCODED_RUSTFLAGS takes the place of those flags. It also takes the folders of this machine out of the program,
so that the same commit and compiler make the same bytes anywhere.

The level is x86-64-v2. A build for -v3 was 1 % faster over all games, 4 to 6 % in draughts and Connect Four and 2 to 4 %
slower in gomoku and renju: too little for a second file that old processors cannot run.

The programs for Linux are linked with musl, statically: one file without a version of a C library to ask for.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "target" / "dist"


class Target(NamedTuple):
    """A program that is handed on."""

    name: str  # in the names of archives
    triple: str  # what the compiler calls it
    cpu: str
    features: tuple = ()  # words for cargo
    linker: str = ""  # a program that must be there
    flags: tuple = ()  # words for the compiler

    @property
    def program(self):
        """Name of the file."""
        return "quadriga.exe" if "windows" in self.triple else "quadriga"


MINGW = "x86_64-w64-mingw32-gcc"
LINUX = Target("x86_64-unknown-linux-musl", "x86_64-unknown-linux-musl", "x86-64-v2", linker="cc")
WINDOWS = Target("x86_64-pc-windows-gnu", "x86_64-pc-windows-gnu", "x86-64-v2", linker=MINGW)
# Links with what comes with Rust, for no C is compiled: no compiler for another processor is needed.
ARM = Target("aarch64-unknown-linux-musl", "aarch64-unknown-linux-musl", "generic", flags=("-C", "linker=rust-lld"))
TARGETS = (LINUX, ARM, WINDOWS)

# The tournament takes 8 MB; a server and the endings of draughts are of no use there.
GOMOCUP = WINDOWS._replace(name="gomocup", features=("--no-default-features", "--features", "cli"))


def version():
    """Version of the program."""
    return re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.M)[1]


def missing(target):
    """What this machine lacks to compile it, in words; empty: nothing."""
    if target.linker and not shutil.which(target.linker):
        return f"the linker {target.linker}" + (" (gcc-mingw-w64-x86-64)" if target.linker == MINGW else "")
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], cwd=ROOT, capture_output=True, text=True, check=True)
    if (Path(sysroot.stdout.strip()) / "lib" / "rustlib" / target.triple / "lib").is_dir():
        return ""
    command = ["rustup", "target", "add", target.triple]
    if shutil.which("rustup") and subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0:
        return ""
    return f"the standard library for {target.triple} (rustup target add)"


def remapping():
    """Flags that take the folders of this machine out of a program."""
    crates = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "registry" / "src"
    return [f"--remap-path-prefix={ROOT}=.", f"--remap-path-prefix={crates}=crates"]


def compile_target(target):
    """Build it; the file lies in `target/dist/programs` and stays there when another one is built."""
    if lacks := missing(target):
        sys.exit(f"{target.name} needs {lacks}")
    flags = ["-C", f"target-cpu={target.cpu}", *remapping(), *target.flags]
    command = ["cargo", "build", "--release", "--locked", "--bin", "quadriga", "--target", target.triple]
    command += target.features
    environment = {**os.environ, "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags)}
    environment.pop("CARGO_TARGET_DIR", None)
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    built = DIST / "programs" / target.name / target.program
    built.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(ROOT / "target" / target.triple / "release" / target.program, built)
    return built
