"""Archives of files: the same files give the same bytes, with the time of the commit and no owner."""

import gzip
import hashlib
import io
import os
import subprocess
import tarfile
import time
import zipfile

from targets import ROOT


def commit_time():
    """Seconds since 1970, from SOURCE_DATE_EPOCH or the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    shown = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    return int(shown.stdout)


def mode(name):
    """Only the program may be executed."""
    return 0o755 if name.rpartition("/")[2] in ("quadriga", "quadriga.exe") else 0o644


def write_tar(path, files):
    """A `.tar.gz` of these files: names, and bytes."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), commit_time(), mode(name)
            archive.addfile(entry, io.BytesIO(content))
    path.write_bytes(gzip.compress(plain.getvalue(), mtime=0))


def write_zip(path, files):
    """A `.zip` of these files."""
    moment = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode(name)) << 16
            archive.writestr(entry, content)


def write_sums(folder):
    """`SHA256SUMS` of everything that is handed on, for `sha256sum -c`."""
    handed = sorted(path for path in folder.iterdir() if path.suffix in (".gz", ".zip", ".deb"))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in handed]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="ascii")
