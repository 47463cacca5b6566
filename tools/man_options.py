#!/usr/bin/python3
"""man_options.py CORNET [--check]: writes the options of each command in both man pages, in the words of `cornet COMMAND --help`.

The text of a command before its first option is written by hand and stays. With --check, only prints the pages that would change;
the exit status is then 1."""

import os
import re
import subprocess
import sys

PAGES = {"en": "packaging/man/cornet.1", "fr": "packaging/man/fr/cornet.1"}


def rows(cornet, command, lang):
    """The rows of the help's table of options: the option with its argument, and its description."""
    found = []
    asked = [cornet, command, "--help", "--lang", lang]
    for line in subprocess.run(asked, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout.split("\n")[3:]:
        row = re.match(r"  (\S(?:.*?\S)?)\s{2,}(\S.*)$", line)
        if row and not line.startswith("   "):
            found.append(list(row.groups()))
        elif found and line.startswith("      "):
            found[-1][1] += " " + line.strip()
        elif found:
            break
    return found


def entry(option, text):
    """One row as roff."""
    name, _, argument = option.partition(" ")
    dashes = name.replace("-", r"\-")
    head = f".I {option}" if name[0] != "-" else f'.BI {dashes} " {argument}"' if argument else f".B {dashes}"
    text = re.sub(r"(?<![\w-])--?(?=\w)", lambda match: match.group(0).replace("-", r"\-"), text.replace("\\", r"\e"))
    return f".TP\n{head}\n{text}\n"


def main(cornet, check):
    status = 0
    for lang, path in PAGES.items():
        with open(path, encoding="utf-8") as file:
            page = file.read()

        def section(match, lang=lang):
            command = match.group(1).split()[2]
            return match.group(1) + match.group(2) + "".join(entry(*row) for row in rows(cornet, command, lang))

        new = re.sub(r"(\.SS cornet [^\n]*\n)(.*?)(?:\.TP\n.*?)?(?=\.S[SH] )", section, page, flags=re.DOTALL)
        if new != page and check:
            print(f"{path}: the options differ from --help; make update-pages writes them")
            status = 1
        elif new != page:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    return status


sys.exit(main(sys.argv[1], sys.argv[2:] == ["--check"]))
