#!/usr/bin/python3
"""documents.py CORNET ROOT ANSWERS: checks the documents of the tree ROOT. The file ANSWERS keeps the program's answers, so that a
second check does not ask again.

- No text that people read contains a phrase of tests/phrases.txt: documents, rules pages, --help, man pages, both languages of po/fr.po
  and of the browser's texts, and the sources with their comments.
- French has typographic apostrophes and non-breaking spaces.
- No page has more than 2,500 words, except references and rules; README.md has at most 900.
- Every command that a document shows exists. The program's own parser reads each `cornet` command: with --help as its last
  option, a command checks all options before it and runs nothing. `make` targets, CMake presets and paths of scripts exist.
- Every document that a source file names exists, and tools/docs_site.py finds no broken link.

Uses only the standard library. Prints one line per error; the exit status is then 1."""

import concurrent.futures
import functools
import json
import os
import re
import shlex
import subprocess
import sys

README_WORDS, PAGE_WORDS = 900, 2500
LONG = {"docs/design/fair-dice.md", "docs/design/fair-dice-2.md", "docs/develop/library.md", "docs/develop/protocol.md"}  # references, a specification
FENCE = re.compile(r"^([ ]*)(```|~~~)([^\n]*)\n(.*?)^[ ]*\2[ ]*$", re.MULTILINE | re.DOTALL)
NO_SHELL = {"c", "python", "js", "json", "jsonl", "csv", "transcript", "nginx", "yaml", "make", "cmake", "diff"}
FIRST_LINES = {"bot 1", "fair 2 list", "fair 3 head"}  # of formats: `cornet 1` begins a record, `cornet bot 1` a bot's answer
PLACEHOLDER = re.compile(r"^([A-Z][A-Z_]*|\$[A-Za-z_]+)$")
CONTROL = {"|", "||", "&&", ";", "&", "(", ")"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@functools.cache
def tracked():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return sorted(path for path in listed.stdout.split("\n") if os.path.isfile(path))
    return sorted(os.path.relpath(os.path.join(here, name)) for here, _, names in os.walk(".") for name in names)


def pages():
    return [path for path in tracked() if path.endswith(".md") and path.split("/")[0] in
            ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "games", "bindings", "examples")]


# ---- phrases ----

TEXTS = re.compile(r"(Makefile|packaging/man/.*\.1|include/cornet/.*|bindings/.*\.ts|packaging/.*\.(cfg|conf|in|yml))$")
SOURCES = re.compile(r"(\.(c|h|js|mjs|css|sh|py|cmake)|CMakeLists\.txt)$")


def plain(text):
    """The text as one line in lower case with plain spaces and apostrophes, so that a line break hides no phrase."""
    return re.sub(r"\s+", " ", text.replace("\u2019", "'").replace("`", "").replace("*", "")).lower()


def translation_texts(path):
    """The texts of a .po file with the line at which each begins."""
    text, begin = [], 0
    for number, line in enumerate(read(path).split("\n") + [""], 1):
        match = re.match(r'(?:msg(?:id|id_plural|str)(?:\[\d\])? )?"(.*)"$', line)
        if match and not line.startswith('"') or not match:
            if text:
                yield begin, "".join(text).replace("\\n", " ").replace('\\"', '"')
            text, begin = [], number
        if match:
            text.append(match.group(1))


def phrase_problems(help_texts):
    phrases = [plain(line).strip() for line in read("tests/phrases.txt").split("\n") if line and line[0] != "#"]
    texts = [(path, read(path)) for path in pages()]
    texts += [(path, read(path)) for path in tracked() if TEXTS.match(path)]
    texts += [(f"cornet {name} --help", text) for name, text in help_texts]
    texts += [(f"po/fr.po:{line}", text) for line, text in translation_texts("po/fr.po")]
    texts += [(path, re.sub(r"\n\s*(\*|//|#) ", " ", read(path))) for path in tracked() if SOURCES.search(path) and "/documents." not in path]
    for name, text in texts:
        text = plain(text)
        for phrase in phrases:
            if phrase in text:
                yield f"{name} says: {phrase}"


# ---- French typography ----

SIGNS = ((re.compile(r"[a-zà-ÿ]'[a-zà-ÿ]", re.I), "a straight apostrophe"), (re.compile(r"[^\s|] (?:[;:?»]|!(?!\[))"), "a plain space before a sign"),
         (re.compile("« "), "a plain space after «"))


def typography_problems():
    """In rules pages, the French man page and the browser's texts; tests/translation.sh checks the terminal's."""
    for path in tracked():
        text = read(path) if re.search(r"(/rules\.md|/fr/cornet\.1|texts\w*\.js|/lesson\.js)$", path) else ""
        if path.endswith(".md"):
            text = re.sub(r"`[^`]*`", "", text.partition("## Français")[2].partition("## English")[0])
        elif path.endswith(".1"):
            text = re.sub(r"^\.[A-Z]+ .*|\\f[BI].*?\\f[PR]", "", text, flags=re.MULTILINE)
        else:  # t() makes the spaces; a straight apostrophe would end the text or be escaped
            text = "\n".join(match.group(0).replace("\\", "") for match in re.finditer(r"\w\\'\w", text))
        for sign, why in SIGNS:
            for match in sign.finditer(text):
                yield f"{path} has {why}: {text[max(0, match.start() - 20):match.end() + 10]!r}"


# ---- length ----

def length_problems():
    for path in pages():
        words, most = len(read(path).split()), README_WORDS if path == "README.md" else PAGE_WORDS
        if words > most and path not in LONG and os.path.basename(path) != "rules.md":
            yield f"{path} has {words} words; at most {most}"


# ---- commands ----

def shell_lines(page):
    """The lines of a page that may be commands: code blocks and inline code."""
    text = read(page)
    rest = text
    for match in FENCE.finditer(text):
        rest = rest.replace(match.group(0), "\n")
        if match.group(3).strip().split(" ")[0] not in NO_SHELL:
            yield from join_lines(match.group(4))
    inside = []
    for line in rest.split("\n"):
        if line.startswith("    ") and not re.match(r" *([-*]|\d+\.) ", line):
            inside.append(line)
        else:
            yield from re.findall(r"`([^`]+)`", line)
    yield from join_lines("\n".join(inside))


def join_lines(text):
    return re.sub(r"\\\n\s*", " ", text).split("\n")


def words_of(line):
    """The line as shell words, up to a comment or two spaces; None if it is not a shell command."""
    line = re.sub(r"^\s*(\$ |# )?", "", line)
    line = re.split(r"  +|\s#\s|\s…", line)[0].strip()
    line = re.sub(r"\$\([^)]*\)", "1", line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;()<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        return None


def commands_of(line):
    """A list of words for each command of a line, without redirections."""
    words, command, skip = words_of(line) or [], [], False
    for word in words + [";"]:
        if word in CONTROL:
            if command:
                yield command
            command = []
        elif word[0] in "<>":
            skip = True
        elif skip:
            skip = False
        else:
            command.append(word)


def program_of(words):
    """The command without leading variables, sudo and runuser. The options of the service count as a command too."""
    if words and words[0].startswith("CORNET_OPTIONS="):
        return ["cornet", "serve", *words[0].split("=", 1)[1].split()]
    while words and (re.match(r"[A-Za-z_]+=", words[0]) or words[0] in ("sudo", "exec", "until", "do", "time", "timeout")):
        words = [words[0].split("=", 1)[1]] + words[1:] if words[0].startswith("ExecStart=") else words[1:]
    return words[words.index("--") + 1:] if words and words[0] == "runuser" and "--" in words else words


class Checker:
    def __init__(self, cornet, answers):
        self.cornet = cornet
        self.answers = answers
        self.overview = self.run()[1]
        self.names = sorted(set(re.findall(r"^  cornet ([a-z]+)", self.run("help", "commands")[1], re.MULTILINE)))
        self.games = set(re.findall(r"^  ([a-z]+) {2,}\S.*players$", self.overview, re.MULTILINE))
        makefile = read("Makefile")
        self.targets = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE).group(1).split())
        scripts = "".join(read(path) for path in tracked() if path.startswith("tools/") and path.endswith((".sh", ".py", ".mjs")))
        self.variables = set(re.findall(r"\$\(([A-Z]+)", makefile)) | set(re.findall(r"\$\{([A-Z]+):-", scripts))
        self.presets = {preset["name"] for preset in json.loads(read("CMakePresets.json"))["configurePresets"]}

    def run(self, *words, lang="en"):
        key = " ".join([*words, "--lang", lang])
        if key not in self.answers:
            done = subprocess.run([self.cornet, *words, "--lang", lang], capture_output=True, text=True, check=False,
                                  stdin=subprocess.DEVNULL)
            self.answers[key] = done.returncode, done.stdout + done.stderr
        return self.answers[key]

    def help_texts(self):
        jobs = [(name, lang) for name in self.names for lang in ("en", "fr")]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            texts = pool.map(lambda job: self.run(job[0], "--help", lang=job[1])[1], jobs)
        return [(job[0], text) for job, text in zip(jobs, texts)] + [
            ("", self.run(*words, lang=lang)[1]) for lang in ("en", "fr")
            for words in ((), ("help", "commands"), *(("help", game) for game in sorted(self.games)))]

    @functools.cache
    def cornet_problem(self, words):
        if words[:1] == ("--load",):
            return self.cornet_problem(words[2:])
        if not words or words[0] in ("--version", "--help", "--lang"):
            return None
        if re.match(r"\d", words[0]) or " ".join(words) in FIRST_LINES:
            return None
        if words[0] == "help":
            known = {"commands", *self.names, *self.games}
            return next((f"no help about '{word}'" for word in words[1:] if word not in known and not PLACEHOLDER.match(word)), None)
        if words[0] not in self.names:
            return f"no command '{words[0]}'"
        given, skip = [words[0]], False
        for word in words[1:]:
            if skip or word in ("--load", "--lang"):
                skip = not skip
            elif not word.startswith("["):
                given.append("1" if PLACEHOLDER.match(word) else word)
        if given[0] in ("sim", "arena", "solve", "perft") and given[1:] and re.fullmatch(r"[a-z]+", given[1]):
            if given[1] not in self.games | {"race", "pig", "template", "first"}:
                return f"no game '{given[1]}'"
        code, text = self.run(*given, "--help")
        return text.strip().split("\n")[0] if code else None

    def problem(self, words):
        name = os.path.basename(words[0])
        if name == "cornet":
            return self.cornet_problem(tuple(words[1:]))
        if name == "make":
            for word in words[1:]:
                variable = re.match(r"([A-Z]+)=", word)
                if variable and variable.group(1) not in self.variables:
                    return f"make takes no {variable.group(1)}"
                if re.fullmatch(r"[a-z]+(-[a-z]+)*", word) and word not in self.targets:
                    return f"no target '{word}'"
        if name == "cmake" and "--preset" in words[:-1] and words[words.index("--preset") + 1] not in self.presets:
            return f"no preset '{words[words.index('--preset') + 1]}'"
        for word in words:
            if re.fullmatch(r"(?:\./)?(?:tests|tools|examples|packaging)/[\w./-]+\.(?:sh|py|mjs|c|md|cfg|conf)", word) and not os.path.exists(word):
                return f"no file {word}"
        return None

    def command_problems(self):
        shown = []
        for page in pages():
            if page == "CHANGELOG.md":
                continue
            for line in shell_lines(page):
                for command in commands_of(line):
                    command = program_of(command)
                    if command and re.fullmatch(r"(?:[\w./~-]*/)?cornet|make|cmake|node|sh|python3|(?:\./)?tools/\S+", command[0]):
                        shown.append((page, tuple(command)))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = dict(zip(sorted({command for _, command in shown}),
                             pool.map(self.problem, sorted({command for _, command in shown}))))
        if len(found) < 100:
            yield f"only {len(found)} commands were found in the documents"
        for page, command in shown:
            if found[command]:
                yield f"{page}: {' '.join(command)}: {found[command]}"


# ---- links ----

def link_problems():
    for path in tracked():
        if path.split("/")[0] in ("build", "CHANGELOG.md") or os.path.getsize(path) > 1 << 20:
            continue
        try:
            text = read(path)
        except UnicodeDecodeError:
            continue
        for name in sorted(set(re.findall(r"(?<![\w./$-])docs/[\w/-]+\.(?:md|c|svg)\b", text))):
            if not os.path.exists(name) and path not in ("tests/docs_site.sh", "tests/documents.sh"):
                yield f"{path} names {name}, which does not exist"
    yield from subprocess.run([sys.executable, "tools/docs_site.py", "check"], capture_output=True, text=True,
                              check=False).stdout.splitlines()


def main():
    cornet = os.path.abspath(sys.argv[1])
    kept = os.path.abspath(sys.argv[3])
    answers = json.loads(read(kept)) if os.path.exists(kept) else {}
    os.chdir(sys.argv[2])
    os.environ["LC_ALL"] = "C.UTF-8"
    checker = Checker(cornet, answers)
    problems = [*phrase_problems(checker.help_texts()), *typography_problems(), *length_problems(), *checker.command_problems(),
                *link_problems()]
    with open(kept, "w", encoding="utf-8") as file:
        json.dump(answers, file)
    for problem in dict.fromkeys(problems):
        print(problem)
    sys.exit(1 if problems else 0)


main()
