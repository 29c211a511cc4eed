"""Holds docs/reference/built-ins.md against src/check/builtins.def: each built-in has a row under the heading of what stands
before its dot, with as many parameters and the result that the list gives it."""
import re
from pages import ROOT, HEADING

PAGE = ROOT / "docs/reference/built-ins.md"
LIST = ROOT / "src/check/builtins.def"
ENTRY = re.compile(r'^TGDL_BUILTIN\(\w+, (\w+), "(\w+)", (\w+), "(.*?)", \'(.)\'', re.M)
ROW = re.compile(r"^\| `([\w.]+)(?:<T>)?(\(.*?\))?`(?: → ([^|]*?))? \|", re.M)
HEADINGS = {
    "List": "List", "Asked": "Asking a collection", "Collection": "Asking a collection", "Table": "Table", "Stack": "Stack",
    "String": "Strings", "Instance": "Every instance", "Interactable": "Interactables", "Deck": "Decks", "Tile": "Tiles", "Placed": "Tiles",
    "Group": "Groups", "Board": "Boards", "Connection": "Connections", "BeforeEvent": "Events", "EventWord": "Events",
    "TurnValue": "Turns", "TurnWord": "Turns", "PhaseWord": "Turns", "PlayerWord": "Players", "MathWord": "Numbers",
    "Free": "Telling, drawing, finding", "DirectionWord": "Directions", "EnumWord": "Enums", "Shape": "Shapes", "PlayerValue": "Players",
}
PREFIXES = {
    "PlayerWord": "player.", "TurnWord": "turn.", "PhaseWord": "turn.phase.", "EventWord": "event.", "BeforeEvent": "event.",
    "MathWord": "math.", "DirectionWord": "direction.", "EnumWord": "Goods.", "PlayerValue": "p.",
}
RESULTS = {
    "-": None, "n": "number", "s": "string", "b": "bool", "p": "player", "P": "List<player>", "t": "tile", "G": "List<tile>", "g": "group",
    "o": "board", "i": "interactable", "I": "List<interactable>", "N": "List<connection>", "k": "stack", "D": "stack", "S": "List<string>",
    "r": "turn", "O": "Table<group>", "E": "T", "L": "List<T>", "l": "List<K>", "v": "List<T>", "d": "direction",
}

def rows():
    """(heading, name) → (how many parameters, result) of the page."""
    found = {}
    if not PAGE.is_file():
        return found
    for section in re.split(r"^(?=## )", PAGE.read_text(encoding="utf-8"), flags=re.M):
        heading = HEADING.match(section)
        for row in ROW.finditer(section):
            parameters = row[2].strip("()") if row[2] else ""
            found[heading[2], row[1]] = (len(parameters.split(",")) if parameters else 0, row[3].strip("`") if row[3] else None)
    return found

def check():
    """(what, problem or None) for each built-in."""
    documented, results = rows(), []
    for receiver, name, form, parameters, result in ENTRY.findall(LIST.read_text(encoding="utf-8")):
        heading, name = HEADINGS[receiver], PREFIXES.get(receiver, "") + name
        place = f"{PAGE.relative_to(ROOT)}: {heading}: {name}"
        count = len(parameters.replace("?", "").replace("*", ""))
        wanted = RESULTS.get(result)
        if (heading, name) not in documented:
            results.append((place, "has no row\n"))
        elif documented[heading, name][0] < count:
            results.append((place, f"takes {count} values\n"))
        elif wanted is not None and documented[heading, name][1] != wanted:
            results.append((place, f"gives {wanted}, not {documented[heading, name][1]}\n"))
        else:
            results.append((place, None))
    return results
