"""Manual pages, `tgdl.1` and one for each command, from what scripts/command_line.py has read."""
import re

MADE = '.\\" Written by scripts/generate_docs from the help of tgdl. Do not edit.\n'
DOCUMENTATION = "/usr/share/doc/tgdl"

def plain(text):
    """Text that means nothing to roff; other characters than ASCII by their numbers."""
    marks = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}
    return "".join(marks.get(one, one if ord(one) < 128 else f"\\[u{ord(one):04X}]") for one in text)

def bold(text):
    return f"\\fB{plain(text)}\\fR"

def prose(text):
    """A paragraph: `code` and options are bold, hyphens and apostrophes of words are those of print."""
    def part(piece):
        if piece.startswith("`"):
            return bold(piece[1:-1])
        if re.fullmatch(r"--?[a-z][a-z-]*", piece):
            return bold(piece)
        return plain(piece).replace("\\(aq", "'").replace("\\-", "-")
    pieces = re.split(r"(`[^`]*`|(?<![\w-])--?[a-z][a-z-]*)", " ".join(text.split("\n")))
    return guarded("".join(map(part, pieces)))

def guarded(line):
    """A line that does not begin as a request does."""
    return "\\&" + line if line.startswith((".", "'")) else line

def value(word):
    """Words to be written so are bold, words that stand for others in italics."""
    return "|".join(bold(one) if one.islower() else f"\\fI{plain(one)}\\fR" for one in word.split("|"))

def synopsis(command):
    words = re.sub(r"[A-Z]+", lambda found: f"\\fI{found[0]}\\fR", command.usage)
    return bold(f"tgdl {command.name}".strip()) + " " + words + "\n"

def options(command):
    page = ".SH OPTIONS\n"
    for option in command.options:
        names = ", ".join(map(bold, option.names))
        word = " " + value(option.values.word) if option.values.word else ""
        page += f".TP\n{names}{word}\n{prose(option.text)}\n"
    return page

def title(name, line):
    return f'{MADE}.TH {name.upper()} 1 "" "tgdl {line.version}" "TGDL, a language for tabletop games"\n'

def reference(name):
    return f"\\fB{plain(name)}\\fR(1)"

def command_page(command, line):
    name = f"tgdl-{command.name}"
    page = title(name, line) + f".SH NAME\n{name} \\- {prose(command.about[0].lower() + command.about[1:])}\n"
    page += ".SH SYNOPSIS\n" + synopsis(command) + ".SH DESCRIPTION\n"
    page += ".PP\n".join(prose(note) + "\n" for note in command.notes or [command.about + "."])
    if command.arguments:
        page += ".SH ARGUMENTS\n"
        page += "".join(f".TP\n{value(one.values.word)}\n{prose(one.text)}\n" for one in command.arguments)
    page += options(command)
    if command.examples:
        page += ".SH EXAMPLES\n.EX\n" + "".join(guarded(plain(one)) + "\n" for one in command.examples) + ".EE\n"
    return page + ".SH SEE ALSO\n" + reference("tgdl") + ", which tells the exit status of every command\n"

def program_page(line):
    program = line.program
    first, *more = program.about.split("\n")
    page = title("tgdl", line) + ".SH NAME\ntgdl \\- check, play, simulate and serve tabletop games\n"
    page += ".SH SYNOPSIS\n" + synopsis(program) + f".SH DESCRIPTION\n{prose(first)}\n{prose(' '.join(more))}\n"
    page += options(program) + ".SH COMMANDS\nEach has a page of its own.\n"
    for command in line.commands:
        page += f".TP\n{reference('tgdl-' + command.name)}\n{prose(command.about)}\n"
    [notes] = program.notes
    said, status = notes.split("\n", 1)
    page += f".SH EXIT STATUS\n{prose(status)}\n"
    page += ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set, nothing is coloured. Otherwise messages at a terminal are.\n"
    page += f".SH FILES\n.TP\n.I {DOCUMENTATION}/docs\nThe documentation; pages of it are named here as docs/\\fINAME\\fR.md.\n"
    page += f".TP\n.I {DOCUMENTATION}/games\nGames to play, and to learn from.\n"
    return page + ".SH SEE ALSO\n" + ",\n".join(reference("tgdl-" + one.name) for one in line.commands) + "\n"

def pages(line):
    """The text of each page by its name."""
    texts = {"tgdl.1": program_page(line)}
    texts.update((f"tgdl-{command.name}.1", command_page(command, line)) for command in line.commands)
    return texts
