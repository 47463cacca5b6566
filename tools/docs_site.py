#!/usr/bin/python3
"""Prepares the documents as a site, and checks their links.

    tools/docs_site.py stage     copies the pages and the files they link to into build/docs-pages, for mkdocs
    tools/docs_site.py check     checks that every page is in a chapter of mkdocs.yml, and that every link has a target
    tools/docs_site.py built     checks that every link and picture of the built site build/docs leads to a file and an
                                   anchor in it, and that nothing is loaded from other sites

Uses only the standard library. Prints one line per error; the exit status is then 1."""

import html.parser
import os
import re
import shutil
import sys
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = "build/docs-pages"
SITE = "build/docs"
NO_PAGE = {"games/template/rules.md"}  # a form for new games
RULES = re.compile(r"games/[a-z]+/rules\.md$")  # docs/site/rules.py puts them into a chapter
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
CODE = re.compile(r"^(```.*?^```|~~~.*?^~~~)|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def pages():
    """The documents that are pages. Files that git ignores, such as build outputs, are left out."""
    found = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    for folder in ("docs", "games", "bindings", "examples"):
        for here, folders, files in os.walk(folder):
            folders[:] = [name for name in folders if name not in ("node_modules", "build", "dist") and name[0] != "."]
            found += [os.path.join(here, name) for name in files if name.endswith(".md")]
    return sorted(set(found) - NO_PAGE)


def links(page):
    """The links of a page to files of the tree, as (path, anchor)."""
    with open(page, encoding="utf-8") as file:
        text = CODE.sub("", file.read())
    for match in LINK.finditer(text):
        target = match.group(1) or match.group(2)
        if re.match(r"[a-z]+:", target):
            continue
        path, _, place = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), urllib.parse.unquote(path))) if path else page
        yield target, path, urllib.parse.unquote(place)


def slug(heading):
    """The anchor of a heading, as mkdocs' slugify_unicode makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def places(page):
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```", "", file.read(), flags=re.MULTILINE | re.DOTALL)
    found, names = {}, set()
    for heading in re.findall(r"^#+ +(.+?) *#*$", text, re.MULTILINE):
        name = slug(heading)
        found[name] = found.get(name, 0) + 1
        names.add(name if found[name] == 1 else f"{name}_{found[name] - 1}")
    return names


def check():
    wrong = []
    with open("mkdocs.yml", encoding="utf-8") as file:
        chapters = set(re.findall(r": (\S+\.md)$", file.read(), re.MULTILINE))
    wrong += [f"{page} is in no chapter of mkdocs.yml" for page in pages() if page not in chapters and not RULES.match(page)]
    wrong += [f"mkdocs.yml names {page}, which is not a page" for page in sorted(chapters - set(pages()))]
    for page in pages():
        for target, path, place in links(page):
            if not os.path.exists(path):
                wrong.append(f"{page} links to {target}, which is not there")
            elif place and path.endswith(".md") and place not in places(path):
                wrong.append(f"{page} links to {target}, and {path} has no such heading")
    return wrong


def stage():
    shutil.rmtree(PAGES, ignore_errors=True)
    wanted = set(pages())
    for page in pages():
        wanted |= {path for _, path, _ in links(page) if os.path.isfile(path)}
    for path in sorted(wanted):
        os.makedirs(os.path.join(PAGES, os.path.dirname(path)), exist_ok=True)
        shutil.copyfile(path, os.path.join(PAGES, path))
    return []


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.targets = set(), []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.ids.add(value)
            elif name in ("href", "src", "srcset") and value:
                self.targets.append((tag, value))


def read(path):
    reader = Reader()
    with open(path, encoding="utf-8") as file:
        reader.feed(file.read())
    return reader


def built():
    wrong, known = [], {}
    for here, _, files in os.walk(SITE):
        for name in files:
            if name.endswith(".html"):
                known[os.path.join(here, name)] = read(os.path.join(here, name))
    if not known:
        return [f"{SITE} holds no pages"]
    for path, page in sorted(known.items()):
        if os.path.basename(path) == "404.html":
            continue
        for tag, target in page.targets:
            if re.match(r"([a-z]+:)?//", target):
                if tag != "a":
                    wrong.append(f"{path} loads {target}, which is elsewhere")
                continue
            if re.match(r"[a-z]+:", target):
                continue
            name, _, place = target.partition("#")
            name = name.partition("?")[0]
            to = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(name))) if name else path
            if os.path.isdir(to):
                to = os.path.join(to, "index.html")
            if not os.path.isfile(to):
                wrong.append(f"{path} links to {target}, which is not there")
            elif place and to in known and urllib.parse.unquote(place) not in known[to].ids:
                wrong.append(f"{path} links to {target}, and there is no such place")
    return wrong


def main():
    os.chdir(ROOT)
    tasks = {"stage": stage, "check": check, "built": built}
    if len(sys.argv) != 2 or sys.argv[1] not in tasks:
        sys.exit("usage: tools/docs_site.py stage|check|built")
    wrong = tasks[sys.argv[1]]()
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


main()
