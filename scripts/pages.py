"""The pages people read, for the scripts that check and publish them: their blocks of code, headings and links."""
import dataclasses, pathlib, re

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
FRONT_PAGE = DOCS / "README.md"

BLOCK = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.M | re.S)
COMMENT = re.compile(r"^<!-- (frame|replace in) (\S+)\n(.*?)^-->$", re.M | re.S)
HEADING = re.compile(r"^(?:> ?)*(#{1,6}) +(.+?) *$", re.M)
CLAUSE = re.compile(r'<a id="([^"]*)"></a>\*\*([^*\n]*)\.\*\*')
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")

@dataclasses.dataclass
class Block:
    """A fenced block: ```words, its text, ```. Positions are those of the text inside the fence."""
    line: int
    words: list
    text: str
    begin: int
    end: int

    @property
    def language(self):
        return self.words[0] if self.words else ""

    @property
    def file(self):
        """The name of the file that the block stands for, if it has one."""
        return next((word for word in self.words[1:] if "." in word and not word.startswith("-")), None)

    def option(self, word):
        """What follows `word` in the first line: `in NAME`, `wrong CODE`."""
        if word not in self.words[:-1]:
            return None
        return self.words[self.words.index(word) + 1]

def pages(*folders):
    """Every page of these folders of the repository, sorted."""
    found = []
    for folder in folders:
        found += sorted((ROOT / folder).rglob("*.md"))
    return found

def blocks(text):
    for found in BLOCK.finditer(text):
        yield Block(text.count("\n", 0, found.start()) + 1, found[1].split(), found[2], found.start(2), found.end(2))

def comments(text):
    """Invisible comments that the blocks of a page refer to, as (kind, name, text, position of their end)."""
    return [(found[1], found[2], found[3], found.end()) for found in COMMENT.finditer(text)]

def prose(text):
    """The page without its blocks and comments; lines keep their numbers."""
    blank = lambda found: "\n" * found[0].count("\n")
    return re.sub(r"<!--.*?-->", blank, BLOCK.sub(blank, text), flags=re.S)

def without_code(text):
    """The text with spaces for the code within its lines."""
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", lambda found: " " * len(found[0]), text)

def plain(markdown):
    """The words of a heading without links, code marks and stars."""
    return re.sub(r"[`*]", "", LINK.sub(lambda found: found[2], markdown))

def slug(heading):
    """The anchor of a heading, as code hosts make it: lower case, no punctuation, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")

def slugs(headings):
    """The anchors of a page's headings; a repeated one gets a number."""
    seen = {}
    for heading in headings:
        anchor = slug(heading)
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        yield f"{anchor}-{count}" if count else anchor

def headings(text):
    return [found[2] for found in HEADING.finditer(prose(text))]

def title(path):
    return plain(next(iter(headings(path.read_text(encoding="utf-8"))), path.stem))

def links(text):
    """Each link of the text as (line, where it leads); code is no link."""
    seen = without_code(prose(text))
    for found in LINK.finditer(seen):
        yield seen.count("\n", 0, found.start()) + 1, found[3]

def clause_marks(text):
    """Where the clauses of a page begin, in order, as (line, anchor, number shown)."""
    seen = without_code(prose(text))
    for found in CLAUSE.finditer(seen):
        yield seen.count("\n", 0, found.start()) + 1, found[1], found[2]

def clauses(text):
    """The clauses of a page, as anchor → text. One reaches to the next one or to a heading, in a table to the end of its row."""
    shown, found = prose(text), {}
    marks = list(CLAUSE.finditer(without_code(shown)))
    for mark, following in zip(marks, [*marks[1:], None]):
        begin = shown.rfind("\n", 0, mark.start()) + 1
        end = shown.rfind("\n", 0, following.start()) if following else len(shown)
        if shown[begin] == "|":
            end = shown.find("\n", mark.end())
        found[mark[1]] = re.split(r"^#{1,6} ", shown[mark.end():end], maxsplit=1, flags=re.M)[0]
    return found

def anchors(text):
    """All that a link to a page may lead to: its headings and its clauses."""
    return {*slugs(headings(text)), *(anchor for _, anchor, _ in clause_marks(text))}

def target(page, link):
    """The file a link of the page leads to, and the anchor in it."""
    path, _, anchor = link.partition("#")
    file = (page.parent / path).resolve() if path else page
    return (file / "README.md" if file.is_dir() else file), anchor

def is_external(link):
    return re.match(r"[a-z]+:", link) is not None

def listed(page):
    """The pages that the lists of a page lead to, in order, each with the heading it stands under."""
    heading, seen = "", set()
    text = page.read_text(encoding="utf-8")
    for line in prose(text).splitlines():
        if found := HEADING.match(line):
            heading = plain(found[2])
        if not re.match(r" *- |\| *\[", line):
            continue
        for found in LINK.finditer(line):
            file, _ = target(page, found[3])
            if not is_external(found[3]) and file.suffix == ".md" and file not in seen:
                seen.add(file)
                yield heading, plain(found[2]), file
                break
