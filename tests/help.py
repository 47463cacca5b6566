"""Every text of --help in English and French: the sentence about each command, and the texts of its operands and options, begin with a
capital and end with a full stop; so do those of each game's options. Nothing exceeds 80 columns. The overview fits 24 lines."""
import re
import subprocess
import sys
import unicodedata

cornet = sys.argv[1]
failed = []
texts = 0


def ask(words, lang):
    done = subprocess.run([cornet, *words, '--lang', lang], capture_output=True, text=True, check=True, env={'LC_ALL': 'C.UTF-8', 'COLUMNS': '80'})
    for line in done.stdout.splitlines():
        if len(unicodedata.normalize('NFC', line)) > 80:
            failed.append('%s %s: over 80 columns: %s' % (lang, ' '.join(words), line))
    return done.stdout.rstrip('\n')


def check(text, where):
    """Whether it is a sentence."""
    global texts
    texts += 1
    text = re.sub(r'\s+', ' ', text).strip()
    if not re.match(r'[A-ZÀ-Ý].*[^.]\.$', text):
        failed.append('%s: no sentence: %s' % (where, text))


def check_rows(lines, where):
    """Rows of a name and a text, which goes on in indented lines. Returns how many there are."""
    rows = re.findall(r'^  (\S(?:\S| (?! ))*) {2,}(\S.*(?:\n {8,}\S.*)*)', lines, re.M)
    for name, text in rows:
        check(text, '%s %s' % (where, name))
    return len(rows)


for lang in ('en', 'fr'):
    overview = ask(['--help'], lang)
    if overview.count('\n') + 1 > 24:
        failed.append('%s: the overview has %d lines' % (lang, overview.count('\n') + 1))
    games = re.findall(r'^  (\w+) +\w.*, \d', overview, re.M)
    hints = overview[overview.rindex('\n  cornet play'):]
    if 'cornet help ' + games[0] not in hints:
        failed.append('%s: the overview does not lead to the help of a game' % lang)
    check_rows(hints, lang)
    about = re.findall(r'^  cornet (\w+).*\n((?: {4,}\S.*\n?)+)', ask(['help', 'commands'], lang), re.M)
    if len(about) < 15 or len(games) < 1:
        failed.append('%s: %d commands, %d games' % (lang, len(about), len(games)))
    for command, text in about:
        check(text, '%s %s' % (lang, command))
        parts = ask([command, '--help'], lang).split('\n\n')
        rows = sum(check_rows(part, '%s %s' % (lang, command)) for part in parts[2:-1])
        if rows == 0 and command != 'engine':
            failed.append('%s %s: no options' % (lang, command))
    for game in games:
        parts = ask(['help', game], lang).split('\n\n')
        if check_rows(parts[-2], '%s %s' % (lang, game)) == 0:
            failed.append('%s %s: no options' % (lang, game))

print('%d texts, %d failed' % (texts, len(failed)))
print('\n'.join(failed))
sys.exit(bool(failed))
