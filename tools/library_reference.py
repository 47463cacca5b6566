#!/usr/bin/env python3
"""Prints docs/develop/library.md, the reference of libcornet, from the comments of include/cornet/*.h.

    tools/library_reference.py >docs/develop/library.md

The comment above a declaration describes it. A function or type without a comment is an error.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ORDER = ['base', 'game', 'match', 'record', 'agent', 'analysis', 'sim', 'batch', 'plugin']
COMMENT = re.compile(r'/\*(.*?)\*/', re.S)


def prose(comment):
    """The text of a comment, one line per paragraph or list item."""
    lines = [re.sub(r'^\s*\* ?', '', line).rstrip() for line in comment.strip().split('\n')]
    text = []
    for line in lines:
        starts = not text or not line or not text[-1] or line.startswith('- ')
        text.append(line) if starts else text.__setitem__(-1, text[-1] + ' ' + line.strip())
    return '\n'.join(text).strip()


def blocks(source):
    """The declarations of a header, each with the comment directly above it."""
    body = source.split('extern "C" {\n#endif\n', 1)[1].rsplit('#ifdef __cplusplus', 1)[0]
    for block in re.split(r'\n\s*\n', body.strip()):
        match = re.match(r'\s*/\*(.*?)\*/\n(.*)', block, re.S)
        comment, code = match.groups() if match and match.group(2).strip() else (None, block)
        yield comment, code.strip()


def chapter(path):
    source = path.read_text(encoding='utf-8')
    head = prose(COMMENT.search(source).group(1))
    title, _, rest = head.partition(': ')
    out = [f'## `<cornet/{title}>`', '', rest[0].upper() + rest[1:], '']
    for comment, code in blocks(source):
        if comment is None:
            sys.exit(f'{path.name}: no comment above: {code.splitlines()[0]}')
        functions = re.findall(r'\b(cornet_\w+)\(', code) if code.startswith('CORNET_API') else []
        if len(functions) > 1:
            sys.exit(f'{path.name}: {functions[1]} has no comment of its own')
        if functions:
            out += [f'### `{functions[0]}`', '']
        out += ['```c', code.replace('CORNET_API ', ''), '```', '', prose(comment), '']
    return out


def main():
    names = sorted(p.stem for p in (ROOT / 'include/cornet').glob('*.h') if p.stem != 'cornet')
    if set(names) - set(ORDER):
        sys.exit(f'a header has no place in the reference: {set(names) - set(ORDER)}')
    out = ['# libcornet', '',
           'The reference of the library, generated from its headers by `tools/library_reference.py`. '
           '[example.c](example.c) is a complete program. `pkg-config --cflags --libs cornet` prints the compiler and linker options.', '',
           'To install into your home folder, and to compile and run the example:', '', '```sh', 'make install PREFIX="$HOME/.local"',
           'export PKG_CONFIG_PATH="$HOME/.local/lib/pkgconfig" LD_LIBRARY_PATH="$HOME/.local/lib"',
           'cc docs/develop/example.c $(pkg-config --cflags --libs cornet) -o example', './example', '```', '',
           'Without `PREFIX` it installs into `/usr/local`. Run it as root, then run `ldconfig`, so that programs find the library. '
           '`make install` prints a line if either is needed.', '']
    for name in ORDER:
        if name in names:
            out += chapter(ROOT / 'include/cornet' / f'{name}.h')
    print('\n'.join(out).rstrip())


main()
