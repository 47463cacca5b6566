"""Adds words to the theme files, in their places.

    build/default/cornet words --voted >voted.txt      # then remove bad lines, and write common nouns in small letters
    python3 games/themots/tools/words_add.py <voted.txt

A line is `THEME: ENTRY`; a tab ends it. An entry may have attributes, as in the file (docs/develop/words.md). Entries that a
file has already are left out. Entries whose place depends on spoken digits or abbreviations must be added by hand; the build
says so if one is out of order.
"""
import argparse
import bisect
import pathlib
import sys
import unicodedata

THEMES = pathlib.Path(__file__).parent.parent / "data" / "themes"


def fold(line):
    letters = line.split(";")[0].upper().replace("Œ", "OE").replace("Æ", "AE")
    return "".join(c for c in unicodedata.normalize("NFD", letters) if "A" <= c <= "Z")


def add(path, entry):
    """Inserts the entry; false if it is there."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = sum(line.startswith("#") for line in lines)
    # Only letters: the keys of lines with digits do not tell their place.
    known = [(fold(line), i) for i, line in enumerate(lines) if i >= head and not any(c.isdigit() for c in line.split(";")[0])]
    at = bisect.bisect_left(known, (fold(entry), 0))
    if at < len(known) and known[at][0] == fold(entry):
        return False
    lines.insert(known[at][1] if at < len(known) else len(lines), entry)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--themes", type=pathlib.Path, default=THEMES, help="folder of the theme files")
    folder = parser.parse_args().themes
    failed = False
    for line in sys.stdin:
        theme, _, entry = (part.strip() for part in line.split("\t")[0].partition(":"))
        path = folder / f"{theme}.txt"
        if not entry or not path.exists() or any(c.isdigit() for c in entry.split(";")[0]) or not fold(entry):
            print(f"not added: {line.strip()}")
            failed = True
        else:
            print(f"{'added' if add(path, entry) else 'there already'}: {theme}: {entry}")
    return failed


sys.exit(main())
