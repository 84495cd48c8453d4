"""The wheel: what is in it, and where it may be installed."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.metadata
import importlib.util
import re
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import quadriga

HERE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wheel_builder", HERE / "wheel_builder.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    """Stands for a program that is linked with two versions of the C library."""
    path = tmp_path / "quadriga"
    path.write_bytes(b"\x7fELF\0GLIBC_2.17\0GLIBC_2.28\0GLIBC_2.2.5\0")
    return path


def test_every_file_is_listed_with_its_checksum(builder: ModuleType, binary: Path, tmp_path: Path) -> None:
    wheel = zipfile.ZipFile(tmp_path / builder.build_wheel(str(tmp_path), {"binary": str(binary)}))
    (record,) = (name for name in wheel.namelist() if name.endswith("RECORD"))
    rows = list(csv.reader(wheel.read(record).decode().splitlines()))
    assert {row[0] for row in rows} == set(wheel.namelist())
    for name, digest, size in rows:
        if name != record:
            content = wheel.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={expected}", len(content))


def test_the_package_is_typed_and_complete(builder: ModuleType, binary: Path, tmp_path: Path) -> None:
    names = zipfile.ZipFile(tmp_path / builder.build_wheel(str(tmp_path), {"binary": str(binary)})).namelist()
    sources = {f"quadriga/{path.name}" for path in (HERE / "src" / "quadriga").iterdir() if path.is_file()}
    assert sources <= set(names)
    assert "quadriga/py.typed" in names
    assert {name.rsplit("/", 1)[1] for name in names if "licenses" in name} == {
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "LICENSES-OF-LIBRARIES",
    }


def test_the_licences_of_libraries_are_those_of_the_platform(builder: ModuleType, binary: Path, tmp_path: Path) -> None:
    notices = {}
    for platform in ("win_amd64", "linux_x86_64"):
        name = builder.build_wheel(str(tmp_path), {"binary": str(binary), "platform": platform})
        with zipfile.ZipFile(tmp_path / name) as wheel:
            (path,) = (path for path in wheel.namelist() if path.endswith("LICENSES-OF-LIBRARIES"))
            notices[platform] = wheel.read(path).decode()
    assert all("serde_json" in text and "Permission is hereby granted" in text for text in notices.values())
    assert ["windows-sys" in text for text in notices.values()] == [True, False]


def test_the_same_program_gives_the_same_bytes(builder: ModuleType, binary: Path, tmp_path: Path) -> None:
    twice = []
    for folder in ("one", "two"):
        name = builder.build_wheel(str(tmp_path / folder), {"binary": str(binary)})
        twice.append((tmp_path / folder / name).read_bytes())
    assert twice[0] == twice[1]


def test_only_a_portable_wheel_may_go_to_pypi(builder: ModuleType, binary: Path, tmp_path: Path) -> None:
    if not builder.platform_tag(binary, False).startswith("linux"):
        pytest.skip("this is about Linux")
    own = builder.build_wheel(str(tmp_path), {"binary": str(binary)})
    portable = builder.build_wheel(str(tmp_path), {"binary": str(binary), "portable": "true"})
    assert "-py3-none-linux_" in own
    assert "-py3-none-manylinux_2_28_" in portable


def test_a_program_for_another_platform_is_named_so(builder: ModuleType, binary: Path, tmp_path: Path) -> None:
    name = builder.build_wheel(str(tmp_path), {"binary": str(binary), "platform": "win_amd64"})
    assert name.endswith("-py3-none-win_amd64.whl")
    assert any(entry.endswith("scripts/quadriga.exe") for entry in zipfile.ZipFile(tmp_path / name).namelist())


@pytest.mark.parametrize("settings", [{"colour": "red"}, {"portable": "perhaps"}])
def test_a_setting_that_does_not_exist_is_refused(
    builder: ModuleType, tmp_path: Path, settings: dict[str, str]
) -> None:
    with pytest.raises(ValueError, match=r"colour|portable"):
        builder.build_wheel(str(tmp_path), settings)


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(encoding="utf-8"), flags=re.S)
    for example in examples:
        exec(example, {})
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_the_package_says_what_cargo_says(builder: ModuleType) -> None:
    about = importlib.metadata.metadata("quadriga")
    cargo = builder.project()
    assert quadriga.__version__ == cargo["version"]
    assert (about["Version"], about["Summary"]) == (cargo["version"], cargo["description"])
    assert importlib.metadata.requires("quadriga") == ["pettingzoo; extra == 'pettingzoo'"]
