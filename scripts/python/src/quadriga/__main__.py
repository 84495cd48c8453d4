"""`python -m quadriga ...` is `quadriga ...` of the same environment."""

from __future__ import annotations

import os
import subprocess
import sys

from .binary import find_binary
from .errors import BinaryNotFoundError


def main() -> int:
    """Become the program; where a process cannot, run it and hand on its exit status."""
    try:
        command = [find_binary(), *sys.argv[1:]]
        if os.name == "nt":
            return subprocess.run(command, check=False).returncode
        os.execv(command[0], command)
    except BinaryNotFoundError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"{command[0]} cannot be started: {error.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
