"""What is shipped: the wheel, the service file and the container files."""

import re
import shutil
import subprocess
from functools import cache
from importlib import import_module
from pathlib import Path
from tomllib import loads

import pytest
from hatchling.builders.wheel import WheelBuilder

from bot.settings import Settings
from tests.release import ASSETS, assets, bill_of_materials, libraries
from tests.test_architecture import ROOT

PROJECT = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEPLOY = ROOT / "deploy"
PACKAGES = ("bot", "data", "games", "render")
ACCEPTED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "LGPL-3.0-only"),
        *("MIT", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib"),
    }
)
"""Licences whose terms the locks, CREDITS.md and the texts beside fonts and icons keep."""
SETTING = re.compile(r"\bTOMATO_[A-Z_]+")


@cache
def shipped(distribution: Path = ROOT) -> frozenset[str]:
    """Return every file of a wheel, by its path inside it."""
    files = WheelBuilder(str(distribution)).recurse_included_files()
    return frozenset(file.distribution_path for file in files)


def files_of(package: str) -> set[str]:
    """Return every file of a package in this checkout."""
    return {
        str(path.relative_to(ROOT))
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_program() -> None:
    """The wheel holds every module, asset, migration and rule book of the bot, and no more."""
    here = {path for package in PACKAGES for path in files_of(package)}
    pictures = {name for name in here if name.startswith("render/assets/readme/")}
    catalogues = {f"bot/locale/{path.name}" for path in (ROOT / "locale").glob("*.po")}

    assert catalogues
    assert pictures
    assert shipped() == here - pictures | catalogues


def test_the_local_discord_has_a_wheel_of_its_own() -> None:
    """The local Discord's wheel holds its modules and its page, and nothing of the bot."""
    playground = shipped(ROOT / "playground")

    assert playground == files_of("playground") - {"playground/pyproject.toml"}
    assert "playground/page/index.html" in playground
    assert not playground & shipped()


def test_the_wheel_reads_its_own_files() -> None:
    """The wheel has files of each other kind, such as SQL, fonts and catalogues."""
    for ending in (".sql", ".ttf", ".svg", "RULES.de.md", "es.po"):
        assert [name for name in shipped() if name.endswith(ending)], ending


@pytest.mark.parametrize("script", PROJECT["scripts"].values())
def test_scripts_start_something(script: str) -> None:
    """Every command that the wheel installs is callable."""
    module, _, name = script.partition(":")

    assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "compose.shards.yaml"])
def test_deployments_name_real_settings(name: str) -> None:
    """Every setting in a deployment file exists."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    known = {f"TOMATO_{field.upper()}" for field in Settings.model_fields}

    assert set(SETTING.findall(text)) <= known
    assert SETTING.findall(text)


def test_the_service_leaves_settings_to_its_file() -> None:
    """The service sets none itself: its file of settings would override it, even with nothing."""
    lines = (DEPLOY / "tomato-table.service").read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if line.startswith("EnvironmentFile=")]
    assert [line for line in lines if SETTING.search(line)] == []


@pytest.mark.parametrize("name", ["compose.yaml", "compose.shards.yaml"])
def test_containers_come_back_after_a_reboot(name: str) -> None:
    """Docker starts every container again after a reboot, but for one that only stands by."""
    services = (DEPLOY / name).read_text(encoding="utf-8").partition("\nservices:\n")[2]
    names = re.findall(r"^  (\S+):$", services, re.MULTILINE)
    policies = re.findall(r"^    restart: (\S+)$", services, re.MULTILINE)
    running = [item for item in names if item == "database" or item.startswith("bot")]
    started = running[: len(policies) - 1]

    assert policies == ["unless-stopped"] * len(started) + ['"no"']
    assert names[len(started)] == "standby"


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    """Systemd finds nothing wrong but the keys that its newer versions know."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze isn't installed: nothing checks the service's file")
    text = (DEPLOY / "tomato-table.service").read_text(encoding="utf-8")
    unit = tmp_path / "tomato-table.service"
    unit.write_text(re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/bin/true", text), encoding="utf-8")
    command = ["systemd-analyze", "verify", str(unit)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    newer = "RestartSteps|RestartMaxDelaySec"
    faults = [
        line
        for line in checked.stderr.splitlines()
        if unit.name in line and not re.search(f"Unknown key '({newer})' in section", line)
    ]

    assert faults == []
    assert checked.returncode == 0


def test_the_template_has_what_a_host_changed(tmp_path: Path) -> None:
    """Each change of the service is the template's too, as a linked file, until it is taken back.

    Systemd follows no linked folder; what the template has of its own stays.
    """
    text = (DEPLOY / "install.sh").read_text(encoding="utf-8")
    function = re.search(r"^share_changes\(\) \{.*?^\}", text, re.MULTILINE | re.DOTALL)
    assert function is not None
    script = function[0].replace("/etc/systemd/system", str(tmp_path))
    command = ["sh", "-euc", f"service=tomato-table\n{script}\nshare_changes"]
    ours, template = (tmp_path / f"{name}.service.d" for name in ("tomato-table", "tomato-table@"))
    for folder, name in ((ours, "a.conf"), (ours, "b.conf"), (tmp_path, "own.conf")):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(name, encoding="utf-8")
    template.symlink_to(ours.name)
    subprocess.run(command, check=True)
    (tmp_path / "own.conf").rename(template / "own.conf")
    (ours / "b.conf").unlink()
    subprocess.run(command, check=True)

    assert not template.is_symlink()
    assert sorted(path.name for path in template.iterdir()) == ["a.conf", "own.conf"]
    assert (template / "a.conf").read_text(encoding="utf-8") == "a.conf"


def test_the_image_has_all_that_the_wheel_needs() -> None:
    """The image's build gets exactly what the wheel is made of."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line[1:] for line in lines if line.startswith("!")}
    metadata = {"CREDITS.md", "LICENSE", "README.md", "pyproject.toml", "requirements.lock"}

    assert "*" in lines
    assert let_in == {*PACKAGES, "locale", *metadata}


def test_the_licence_of_every_part_is_accepted() -> None:
    """Each locked library, font and icon has a licence that we know and whose terms we keep."""
    parts = (*libraries("requirements.lock"), *assets())
    ids = {part.name: {*re.findall(r"[\w.-]+", part.licence)} - {"AND", "OR"} for part in parts}

    assert {name for name, licences in ids.items() if not licences} == set()
    assert {name for name, licences in ids.items() if licences - ACCEPTED} == set()


def test_every_font_and_icon_is_credited() -> None:
    """Each font has the text of its licence beside it, and the credits name all families."""
    names = [part.name for part in assets()]
    credits_page = (ROOT / "CREDITS.md").read_text(encoding="utf-8").replace(" ", "")
    fonts = [path.name for path in ASSETS.glob("fonts/*.[ot]tf")]

    assert fonts
    assert [font for font in fonts if not font.startswith(tuple(names))] == []
    assert [name for name in names if name not in credits_page] == []


def test_the_parts_are_listed_once() -> None:
    """The bill of materials names each part once, with the hashes of its files."""
    components = bill_of_materials()["components"]
    keys = [component.get("purl", component["name"]) for component in components]

    assert len(set(keys)) == len(keys)
    assert [
        component["name"]
        for component in components
        if component["type"] == "library" and not component["externalReferences"][0]["hashes"]
    ] == []


def test_a_wheel_depends_on_its_files_alone(tmp_path: Path) -> None:
    """A wheel has the same bytes when it's built in another folder, from files of another age.

    The small wheel stands for both; `make release` compares all that it builds.
    """
    shutil.copytree(ROOT / "playground", tmp_path / "copy", copy_function=shutil.copyfile)
    wheels = [
        Path(next(WheelBuilder(str(place)).build(directory=str(tmp_path / name))))
        for name, place in (("first", ROOT / "playground"), ("second", tmp_path / "copy"))
    ]

    assert wheels[0].read_bytes() == wheels[1].read_bytes()
