"""What the program `tgdl` can be told, read from its own help: for scripts/generate_docs.

    line = read(output)            output("run", "--help") is what that command prints
    line.commands[0].options       each with its names, its values and its text

The help is understood whole: a line of it that fits no form stops the script.
"""
import dataclasses, re

@dataclasses.dataclass
class Values:
    """What may stand for a value, from its word in the help: `on|off` are these words, `FILE` names a file."""
    word: str  # as the help shows it; empty: there is no value
    text: str  # what the help says about it

    @property
    def words(self):
        """Words that are meant literally."""
        if self.word == "SPEC":
            return ["random", "greedy", "mcts:500"]
        return [one for one in self.word.split("|") if one.islower()]

    @property
    def is_file(self):
        return bool({"FILE", "SAVE", "PATH"} & set(self.word.split("|")))

    @property
    def is_game(self):
        """A file of rules, rather than a saved game or something else."""
        return self.word == "FILE" and "saved game" not in self.text

    @property
    def is_code(self):
        """The code of a message."""
        return self.word == "CODE"

@dataclasses.dataclass
class Option:
    names: list  # the short one first
    values: Values
    text: str

    @property
    def long(self):
        return [name for name in self.names if name.startswith("--")]

@dataclasses.dataclass
class Argument:
    values: Values
    text: str
    repeats: bool
    required: bool

@dataclasses.dataclass
class Command:
    name: str  # empty: the program itself
    about: str
    usage: str  # what stands behind the command's name
    arguments: list
    options: list
    notes: list  # paragraphs
    examples: list  # lines

@dataclasses.dataclass
class CommandLine:
    program: Command
    commands: list
    version: str

def entries(section):
    """The lines of a part, each a name and what is said about it, which may begin on a line of its own."""
    joined = re.sub(r"\n {4,}", "  ", section)
    for line in joined.splitlines():
        found = re.fullmatch(r"  (\S+)(?: (\S+))? {2,}(\S.*)|  (\S+) (\S+) (\S.*)", line)
        if not found:
            raise ValueError(f"a line of the help is not understood: {line!r}")
        yield found[1] or found[4], found[2] or found[5] or "", found[3] or found[6]

def section(text, title):
    found = re.search(rf"^{title}:\n((?:  .*\n)+)", text, re.M)
    return found[1] if found else ""

def read_command(name, text):
    about, rest = re.split(r"\n\n(?=Usage: )", text.strip() + "\n", maxsplit=1)
    usage = re.match(r"Usage: tgdl(?: " + name + r")? ?(.*)\n", rest)[1]
    options = [Option(names.split(","), Values(word, said), said)
               for names, word, said in entries(section(rest, "Options"))]
    arguments = [Argument(Values(word, said), said, repeats=f"{word}..." in usage, required=f"[{word}" not in usage)
                 for word, _, said in entries(section(rest, "Arguments"))]
    # Behind the parts with titles: paragraphs, and examples among them.
    parts = re.split(r"\n\n", rest.strip("\n"))
    behind = [part for part in parts if not re.match(r"(Usage|Arguments|Options|Commands):", part)]
    notes = [part for part in behind if not part.startswith("Example:\n")]
    examples = [line[2:] for part in behind if part.startswith("Example:\n") for line in part.splitlines()[1:]]
    return Command(name, about, usage, arguments, options, notes, examples)

def read(output):
    general = output("--help")
    names = re.findall(r"^  (\w+)", section(general, "Commands"), re.M)
    version = output("--version").split()[1]
    return CommandLine(read_command("", general), [read_command(name, output(name, "--help")) for name in names], version)
