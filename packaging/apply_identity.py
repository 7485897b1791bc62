"""Makes every file name the application, its homepage and its pictures as packaging/identity.toml does.

python packaging/apply_identity.py [--check] [CHECKOUT]     change them; with --check only say which would change
"""

import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
PICTURES = {
    "desk-light.png": "The changes of a reply in groups, and all files in one diff with buttons on every hunk",
    "desk-dark.png": "Eight accepted files in dark colours, and one that waits because its lines occur twice",
    "failed-edit-light.png": "An edit that failed, with its reason, and what a suggested command would delete",
    "small-window-light.png": "A small window: the diff in one column, the conversation folded",
}


def main(arguments: list[str]) -> int:
    """Change the files, or return 1 when some would change."""
    is_check = "--check" in arguments
    (top,) = [Path(one) for one in arguments if one != "--check"] or [TOP]
    identity = tomllib.loads((top / "packaging" / "identity.toml").read_text(encoding="utf-8"))
    (entry,) = (top / "resources" / "desktop").glob("*.desktop")
    before, after = entry.stem, identity["app_id"]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=top, stdout=subprocess.PIPE, check=True).stdout
    changed = False
    for name in listed.decode().split("\0")[:-1]:
        if name == "packaging/identity.toml":
            continue
        old = (top / name).read_bytes()
        new = old.replace(before.encode(), after.encode())
        if name.endswith(".metainfo.xml"):
            new = metainfo(new.decode(), identity).encode()
        new_name = name.replace(before, after)
        if (new_name, new) == (name, old):
            continue
        changed = True
        print(new_name)
        if not is_check:
            (top / name).write_bytes(new)
            subprocess.run(["git", "mv", "-k", name, new_name], cwd=top, check=True)
    return int(is_check and changed)


def metainfo(text: str, identity: dict[str, str]) -> str:
    """Return the AppStream metadata with the developer, homepage and pictures of this identity."""
    component = ET.fromstring(text)  # noqa: S314  a file of ours
    for element in [*component.findall("url[@type='homepage']"), *component.findall("screenshots")]:
        component.remove(element)
    developer = component.find("developer")
    provides = component.find("provides")
    assert developer is not None
    assert provides is not None
    developer.set("id", identity["app_id"].rpartition(".")[0].lower())
    place = list(component).index(provides)
    if identity["pictures"]:
        component.insert(place, _screenshots(identity["pictures"]))
    if identity["homepage"]:
        homepage = ET.Element("url", {"type": "homepage"})
        homepage.text = identity["homepage"]
        component.insert(place, homepage)
    ET.indent(component)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(component, encoding="unicode")}\n'


def _screenshots(url: str) -> ET.Element:
    screenshots = ET.Element("screenshots")
    for number, (name, caption) in enumerate(PICTURES.items()):
        screenshot = ET.SubElement(screenshots, "screenshot", {"type": "default"} if number == 0 else {})
        ET.SubElement(screenshot, "caption").text = caption
        ET.SubElement(screenshot, "image").text = f"{url.rstrip('/')}/{name}"
    return screenshots


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
