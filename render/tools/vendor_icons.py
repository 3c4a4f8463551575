"""Copy the icons in use from the npm package of Fluent Emoji Flat, one SVG file each.

    npm pack @iconify-json/fluent-emoji-flat@1.2.6    (and unpack it)
    python render/tools/vendor_icons.py PACKAGE_FOLDER

The package holds 3000 icons and no licence file; we keep the notice beside the icons.
"""

import json
import sys
from pathlib import Path

ICONS = Path(__file__).parents[1] / "assets" / "icons"
USED = (
    "basket",
    "bear",
    "broccoli",
    "carrot",
    "coin",
    "crown",
    "ear-of-corn",
    "eggplant",
    "fox",
    "game-die",
    "hourglass-not-done",
    "kitchen-knife",
    "martial-arts-uniform",
    "monkey-face",
    "mushroom",
    "raccoon",
    "red-heart",
    "tiger-face",
    "tomato",
    "trophy",
)


def main(package: Path) -> None:
    """Write each used icon to its own file."""
    icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    for name in USED:
        body = icons[name]["body"]
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{body}</svg>\n'
        (ICONS / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
