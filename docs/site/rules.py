"""A hook of mkdocs: the rules page of every game begins the chapter Play, so that a new game needs no line in mkdocs.yml."""
import pathlib


def on_config(config):
    pages = pathlib.Path(config["docs_dir"]).glob("games/*/rules.md")
    titles = {page.read_text(encoding="utf-8").split("\n")[0].lstrip("# "): f"games/{page.parent.name}/rules.md" for page in pages}
    play = next(chapter["Play"] for chapter in config["nav"] if "Play" in chapter)
    play[:0] = [{title: titles[title]} for title in sorted(titles)]
    return config
