"""Where the program is: `pip` puts it beside the other scripts of the environment.

Which folder that is depends on how the package was installed (an environment, `--user`, `--target`), so all of them
are tried, then the search path. The variable QUADRIGA names another program.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from .errors import BinaryNotFoundError


def find_binary() -> str:
    """The path of the program `quadriga`."""
    named = os.environ.get("QUADRIGA")
    if named:
        return named
    name = "quadriga" + (sysconfig.get_config_var("EXE") or "")
    for folder in _folders():
        path = folder / name
        if path.is_file():
            return str(path)
    found = shutil.which(name)
    if found is None:
        raise BinaryNotFoundError(f"there is no program {name}: install the package with pip, or set QUADRIGA")
    return found


def _folders() -> list[Path]:
    user = "nt_user" if os.name == "nt" else "posix_user"
    target = Path(__file__).resolve().parent.parent / ("Scripts" if os.name == "nt" else "bin")
    schemes = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent), sysconfig.get_path("scripts", user)]
    return [Path(folder) for folder in schemes] + [target]
