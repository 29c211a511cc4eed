"""The games we ship, for the scripts that look at all of them."""
import argparse, json, pathlib, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"

def main_file(game):
    """`chess` is chess/chess.tgdl, `chess/kiwipete` is chess/kiwipete.tgdl."""
    folder, _, name = game.partition("/")
    return GAMES / folder / f"{name or folder}.tgdl"

def name_of(path):
    """The other way round."""
    return path.parent.name if path.stem == path.parent.name else f"{path.parent.name}/{path.stem}"

def files():
    """Every rules file of games/: the games, and what extends them."""
    return sorted(GAMES.glob("*/*.tgdl"))

def add_program(parser):
    parser.add_argument("--tgdl", type=pathlib.Path, default=ROOT / "build/release/tgdl", help="the program to use")

def find_program(options):
    """The path of the program; ends the script when it is not there."""
    program = options.tgdl.resolve()
    if not program.is_file():
        sys.exit(f"no program at {program}: build it, or give --tgdl PATH")
    return program

class Program:
    """`tgdl`, called."""

    def __init__(self, options):
        self.path = find_program(options)

    def call(self, *arguments):
        return subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8",
                              errors="replace", stdin=subprocess.DEVNULL)

    def traits(self, path):
        """What `tgdl check --traits` says; None for a library, and for a file with errors."""
        done = self.call("check", "--traits", "--json", path)
        found = json.loads(done.stdout)["traits"] if done.returncode == 0 else []
        return found[0] if found and found[0].get("max_players") else None

    def code_lines(self, path):
        """Lines with code, as `tgdl fmt` lays it out; a line with nothing but a brace does not count."""
        formatted = subprocess.run([self.path, "fmt", "-"], input=path.read_bytes(), capture_output=True, check=True).stdout
        tokens = subprocess.run([self.path, "dump", "-", "--stage", "tokens"], input=formatted, capture_output=True,
                                check=True).stdout.decode("utf-8")
        lines = {}
        for token in tokens.splitlines():
            place, _, word = token.partition(" ")
            lines.setdefault(place.partition(":")[0], []).append(word.split(" ")[0])
        return sum(1 for words in lines.values() if words not in (["LeftBrace"], ["RightBrace"], ["EndOfFile"]))

    def simulate(self, path, games, players, *more):
        """The figures of `tgdl simulate`, or what it said instead of them."""
        done = self.call("simulate", path, "-n", games, "--players", players, "--json", "-", *more)
        try:
            return json.loads(done.stdout), ""
        except ValueError:
            return None, done.stdout + done.stderr
