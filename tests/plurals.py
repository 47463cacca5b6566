#!/usr/bin/python3
"""plurals.py PO: formats every text of the terminal with the numbers 0, 1 and 2, in English and French.

English: 1 is singular. French: 0 and 1 are singular. A text without plural forms must not put a number before a plural noun, unless
FIXED says why that number is never 0 or 1.
"""
import gettext
import io
import os
import re
import subprocess
import sys

# Parts of English texts with a number that is never 0 or 1, and why.
FIXED = {
    "1 to %d bytes": "a constant",
    "at most %d bytes": "a constant",
    "%zu legal actions, and the batch a width": "more than the width, which is 1 or more",
    "1 to %zu games": "a constant",
    "there are already %d plugin": "a constant",
    "1 to %d letters": "a constant",
    "at most %d programs": "a constant",
    "at most %d words": "a constant",
    "it wrote %d bytes": "a constant",
    "in %d games in a row": "a constant",
    "at most %d agents": "a constant",
    "%d to %d players": "the larger number is at least two",
    "has %zu records, but": "a file with several records",
    "%zu records; every line is legal": "a file with several records",
    "at most %d addresses": "a constant",
    "may open only %d files": "no process starts with one file",
    "at most %d connections": "a server with one file does not start",
    "0 to %d seconds": "a constant",
    "has reached %d lines": "a constant",
    "have said %d words": "a constant",
    "at most %d lines": "a constant",
}
if os.path.isdir("games/themots"):
    FIXED |= {
        "%u themes, %u answers": "the lexicon's size",
        "%d players are at the table": "a game of two to six",
        "for %d tokens; a word with one costs %d": "a constant",
    }
if os.path.isdir("games/easycome"):
    FIXED |= {
        "and there are %d players": "a game of two to four",
        "the solution for %d players": "two to four",
        "hold=%d: chances of winning": "two to four players",
    }
if os.path.isdir("games/wazabi"):
    FIXED |= {
        "at most %d each for %d players": "two to six players",
    }
NOT_NOUNS = {
    "en": set("is was has does becomes returns appears changes needs precedes costs receives ms s x this".split()),
    "fr": set("pas ms dans fois mais puis s sous vous des les ses sans plus hors promis x".split()),
}
# A number after one of these is a name: "seat 2".
NAMED = set("seat place attempt essai action choice choix theme thème part line ligne move coup".split())
NUMBER = re.compile(r"%(?:\d\$)?[-+ 0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j)?[diu]")
OTHER = re.compile(r"%(?:\d\$)?[-+ 0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j)?[sceg]")
DECIMAL = re.compile(r"%[-+ 0]*\d*(?:\.\d+)?f")


def formatted(text, number):
    """The text with every whole number replaced; other arguments are dots, which no pattern below looks for."""
    text = DECIMAL.sub("…", OTHER.sub("…", NUMBER.sub(str(number), text)))
    return text.replace("%%", "%")


def unescaped(text):
    return text.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")


def entries(path):
    for entry in open(path, encoding="utf-8").read().split("\n\n")[1:]:
        found = {}
        for key in ("msgid", "msgid_plural", "msgstr", r"msgstr\[0\]", r"msgstr\[1\]"):
            match = re.search(rf"^{key} ((?:\".*\"\n?)+)", entry, re.M)
            if match:
                found[key.replace("\\", "")] = unescaped("".join(re.findall(r'"(.*)"', match.group(1))))
        if "msgid" in found:
            yield found


def words(text):
    return re.findall(r"[^\W\d_]+", text)


def follows(number, text, nouns):
    """A word of `nouns` that counts `number` in the text: directly after it, or after one other word."""
    for match in re.finditer(rf"(?:([^\W\d_]+) )?(?<![\d.,…]){number} (?:([^\W\d_]+) )?([^\W\d_]+)", text):
        name, between, noun = match.groups()
        if name in NAMED:
            continue
        if noun in nouns and between not in ("of", "from", "sur", "de", "to", "à", "and", "et", "is", "has", "are"):
            return match.group()
        if between in nouns:
            return match.group()
    return None


def main(po):
    wrong = []
    every = list(entries(po))
    catalogue = subprocess.run(["msgfmt", "-o", "-", po], check=True, stdout=subprocess.PIPE).stdout
    french = gettext.GNUTranslations(io.BytesIO(catalogue))
    counted = [entry for entry in every if "msgid_plural" in entry]
    singular = {"en": set(), "fr": set()}
    plural = {"en": set(), "fr": set()}
    for entry in counted:
        for language, one, many in (("en", "msgid", "msgid_plural"), ("fr", "msgstr[0]", "msgstr[1]")):
            a, b = words(entry[one]), words(entry[many])
            singular[language] |= {word for word in set(a) - set(b) if len(word) > 1}
            plural[language] |= {word for word in set(b) - set(a) if word.endswith(("s", "x")) or word == "dice"}
    for language in singular:
        singular[language] -= plural[language] | NOT_NOUNS[language]
        plural[language] -= NOT_NOUNS[language]

    formats = 0
    for entry in counted:
        for number in (0, 1, 2):
            for language in ("en", "fr"):
                if language == "en":
                    text = entry["msgid" if number == 1 else "msgid_plural"]
                    one = number == 1
                else:
                    text = french.ngettext(entry["msgid"], entry["msgid_plural"], number)
                    one = number < 2
                    if text != entry["msgstr[0]" if one else "msgstr[1]"]:
                        wrong.append(f"{language}, {number}: the catalogue gives “{text}”")
                text = formatted(text, number)
                bad = follows(number, text, plural[language] if one else singular[language])
                if bad or "(s)" in text or "%" in text.replace(" %", ""):
                    wrong.append(f"{language}, {number}: “{bad}” in “{text}”")
                formats += 1

    used = set()
    for entry in every:
        if "msgid_plural" in entry or not NUMBER.search(entry["msgid"]):
            continue
        reasons = [part for part in FIXED if part in entry["msgid"]]
        used |= set(reasons)
        for language, text in (("en", entry["msgid"]), ("fr", entry["msgstr"])):
            text = formatted(text, 1)
            nouns = {word for word in words(text) if word.endswith(("s", "x")) or word == "dice"} - NOT_NOUNS[language]
            bad = follows(1, text, nouns)
            if bad and not reasons:
                wrong.append(f"{language}: “{bad}” has no plural form in “{text}”")
    wrong += [f"FIXED: no text has “{part}”" for part in FIXED if part not in used]
    print(f"{len(counted)} texts with plural forms: {formats} formatted, {len(wrong)} wrong")
    print("\n".join(wrong))
    return 1 if wrong or not counted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
