"""Proposes pairs of common nouns whose families a person should look at.

    python3 games/themots/tools/words_roots.py [THEME] [--decided FILE]...

Prints two kinds of pairs, one per line. `different A ; B`: the words are of two families and look alike.
`same A ; B`: they are of one family and do not. Pairs of the files (as in games/themots/tests/words/) have
been decided and are left out. Looking alike is a guess: a common beginning, or a word that is part of a compound.
"""
import argparse
import pathlib
import unicodedata

THEMES = pathlib.Path(__file__).parent.parent / "data" / "themes"
BEGINNING = 5  # common letters that make two words look alike


def fold(word):
    letters = word.upper().replace("Œ", "OE").replace("Æ", "AE")
    return "".join(c for c in unicodedata.normalize("NFD", letters) if "A" <= c <= "Z")


def common(a, b):
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def look_alike(a, b):
    return a[:4] == b[:4] and len(a) >= 4 and common(a, b) >= min(BEGINNING, len(a) - 1, len(b) - 1)


def look_unlike(a, b):
    return common(a, b) < 3 and a not in b and b not in a


def read_nouns(path):
    """The common nouns of a theme: as written, folded, and their family."""
    for line in path.read_text().splitlines():
        written, *attributes = (part.strip() for part in line.split(";"))
        if written[0] != "#" and unicodedata.category(written[0]) == "Ll":
            roots = [fold(a[len("root="):]) for a in attributes if a.startswith("root=")]
            yield written, fold(written), roots[0] if roots else fold(written)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("theme", nargs="?", default="*")
    parser.add_argument("--decided", action="append", default=[], metavar="FILE")
    options = parser.parse_args()
    lines = [line for path in options.decided for line in pathlib.Path(path).read_text().splitlines()]
    decided = {frozenset(map(fold, line.partition(" ")[2].split(";"))) for line in lines}
    paths = sorted(THEMES.glob(f"{options.theme}.txt"))
    if not paths:
        parser.error(f"no theme '{options.theme}'")
    for path in paths:
        nouns = list(read_nouns(path))
        for i, (word, a, root) in enumerate(nouns):
            for other, b, other_root in nouns[i + 1:]:
                same = root == other_root
                if (look_unlike if same else look_alike)(a, b) and frozenset((a, b)) not in decided:
                    print(f"{path.stem}: {'same' if same else 'different'} {word} ; {other}")


main()
