"""Draw the layers of proofkit, with an arrow for every layer that another one imports.
`python scripts/house.py` writes `docs/pictures/house.svg`, and in each layer's `__init__.py` the
line that says what it imports; a test compares both with the imports."""

import ast
import re
import textwrap
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "proofkit"
PICTURE = ROOT / "docs" / "pictures" / "house.svg"

LAYERS = {
    "foundations": "nothing mathematical",
    "jobs": "long work",
    "language": "what is said",
    "latex": "sources as statements",
    "kernel": "trusted: what is so",
    "evidence": "why it is so",
    "search": "untrusted: what may be so",
    "attention": "the domain",
    "probability": "the domain",
    "questions": "from a claim to an answer",
    "readers": "what people see",
    "bridges": "Coq, pytest, Sphinx",
    "cli": "the command line",
}
LEFT, WIDTH, HEIGHT, STEP, TOP = 250, 200, 40, 58, 16
LANE = 22


def arrows():
    """How many modules of one room import from another."""
    found = Counter()
    for path in sorted(PACKAGE.rglob("*.py")):
        own = path.relative_to(PACKAGE).parts[0]
        if own in LAYERS:
            found.update((own, other) for other in _rooms(path) - {own})
    return found


def _rooms(path):
    """The rooms that a module imports, the imports that only a type checker reads included."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "proofkit":
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("proofkit."):
            names.add(node.module.split(".")[1])
    return names & set(LAYERS)


def svg():
    """The picture. Neighbours are joined directly, others by an arc: on the right to the rooms
    above the kernel, on the left to the kernel and the rooms that it rests on."""
    place = {name: k for k, name in enumerate(LAYERS)}
    found = arrows()
    height = 2 * TOP + STEP * (len(LAYERS) - 1) + HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="50 0 560 {height}" role="img" '
        'font-family="system-ui, sans-serif">',
        "<title>The layers of proofkit: each imports only from layers above it</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" '
        'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#667"/></marker></defs>',
    ]
    for (user, used), count in sorted(found.items(), key=lambda item: _order(item[0], place)):
        says = f"{user} imports {used}"
        lines.append(
            f'<path d="{_way(place[user], place[used], place["kernel"])}" fill="none" '
            f'stroke="{"#b33" if used == "kernel" else "#667"}" stroke-opacity="0.55" '
            f'stroke-width="{1 if count < 5 else 2 if count < 20 else 3}" marker-end="url(#tip)">'
            f"<title>{escape(says)}</title></path>"
        )
    for name, says in LAYERS.items():
        top = TOP + STEP * place[name]
        trusted = name == "kernel"
        lines += [
            f'<rect x="{LEFT}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="6" '
            f'fill="{"#fdeeee" if trusted else "#f4f5fb"}" stroke="{"#b33" if trusted else "#99a"}"'
            "/>",
            f'<text x="{LEFT + WIDTH / 2:.0f}" y="{top + 18}" text-anchor="middle" '
            f'font-size="15" font-weight="600" fill="#223">{name}</text>',
            f'<text x="{LEFT + WIDTH / 2:.0f}" y="{top + 33}" text-anchor="middle" '
            f'font-size="11" fill="#556">{escape(says)}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _order(pair, place):
    return place[pair[0]], place[pair[1]]


def _way(user, used, kernel):
    """From one box to another: straight to a neighbour, round the others."""
    start, end = TOP + STEP * user, TOP + STEP * used + HEIGHT
    distance = user - used
    if distance == 1:
        return f"M{LEFT + WIDTH / 2:.0f} {start}V{end + 1}"
    right = used > kernel
    side = LEFT + WIDTH if right else LEFT
    out = side + (LANE if right else -LANE) * (distance + 1)
    return f"M{side} {start + 14}C{out} {start + 14} {out} {end - 14} {side} {end - 14}"


def said(room, found):
    """What a room's first page says of its imports."""
    used = [other for other in LAYERS if (room, other) in found]
    return "\n".join(textwrap.wrap(f"Layers it imports: {', '.join(used) or 'none'}.", 96))


def write_what_is_imported():
    found = arrows()
    for room in LAYERS:
        page = PACKAGE / room / "__init__.py"
        text = page.read_text(encoding="utf-8")
        text = re.sub(
            r"(?:Rooms|Layers) it imports:[^.]*\.", lambda _, r=room: said(r, found), text, count=1
        )
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_what_is_imported()
    PICTURE.write_text(svg(), encoding="utf-8")
