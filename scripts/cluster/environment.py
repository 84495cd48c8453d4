"""The Python environment of these scripts, under `target/` like that of `scripts/oracle`."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

sys.path.insert(0, str(ROOT / "scripts" / "oracle"))
import common  # noqa: E402


def enter():
    """Restart the script under the environment, which is made where it is missing."""
    pins = (HERE / "requirements.txt").read_text(encoding="utf-8").split()
    common.run_with(*pins, environment="cluster-venv")
