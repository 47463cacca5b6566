"""Every option of every command with wrong values. The options, their kinds and their bounds come from --help, which the program writes
from the tables that it reads the command line with. A wrong value must end the command before it does anything: with one sentence on
standard error, nothing on standard output, and status 2, or 1 for a file that cannot be used."""
import os
import re
import subprocess
import sys

cornet, work = sys.argv[1], sys.argv[2]
patience = int(os.environ.get('PATIENCE', '60'))  # seconds for one command
environment = dict(os.environ, XDG_DATA_HOME=work + '/data', XDG_CACHE_HOME=work + '/cache')
record = work + '/game.cornet'
with open(record, 'w') as out:
    out.write('cornet 1\ngame easycome\nplayers 2\n---\n')

# The rest of a command line that is complete without the option; the options that need another one; and those whose values may be
# anything, so that only their absence is wrong.
OPERANDS = {
    'admin': ['ban', '203.0.113.5'], 'play': ['easycome'], 'replay': [record], 'sim': ['easycome', '--games', '2'], 'arena': ['easycome', '--games', '2'],
    'solve': ['easycome'], 'analyse': [record], 'stats': [record], 'words': ['animaux', 'MELOS', 'blanc'], 'perft': ['debacle', '1'],
    'join': ['http://127.0.0.1:1/', '--new', 'easycome'], 'verify': [record], 'practise': ['easycome'], 'completion': ['bash'], 'backup': ['--to', work + '/copy'],
    'restore': ['--from', record], 'purge': ['--older', '1'], 'serve': ['--bind', '127.0.0.1', '--port', '0'],
    'daily': ['easycome'], 'picture': [record],
}
FREE = {('admin', 'reason'), ('admin', 'server'), ('admin', 'text-fr'), ('play', 'save'), ('practise', 'export'), ('practise', 'name'), ('solve', 'file')}


def run(words, expected, why):
    """Runs the command and checks its answer. After a few failures nothing runs any more: each may take the whole patience."""
    text = ' '.join(words)
    if len(failed) >= 5:
        return
    checked.append(text)
    try:
        done = subprocess.run([cornet, *words], stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=patience)
    except subprocess.TimeoutExpired:
        failed.append('%s\n  %s: it runs' % (text, why))
        return
    errors = done.stderr.decode()
    good = done.returncode in expected and errors.count('\n') == 1 and not done.stdout
    if not good:
        failed.append('%s\n  %s: status %d, expected %s\n  out: %r\n  err: %r' % (text, why, done.returncode, expected, done.stdout[:200], errors[:300]))


def options_of(command):
    """The rows of the command's table: name, argument, bounds."""
    text = subprocess.run([cornet, command, '--help', '--lang', 'en'], capture_output=True, env=environment, timeout=patience).stdout.decode()
    rows = re.findall(r'^  --(\S+)(?: (\S+))?(?:  +|$)(.*(?:\n {8,}\S.*)*)', text, re.M)
    for name, argument, about in rows:
        about = re.sub(r'\s+', ' ', about)
        bounds = re.search(r'\((\d+) to (\d+)[;)]', about)
        yield name, argument, bounds and (int(bounds[1]), int(bounds[2]))


def check_option(command, name, argument, bounds):
    """All wrong values of one option."""
    before = [command, *OPERANDS.get(command, [])]
    option = '--' + name
    if not argument:
        run([*before, option + '=1'], [2], 'a flag takes no value')
        return
    run([*before, option], [2], 'the value is missing')
    if bounds:
        wrong = ['', 'x', '-1', '1.5', '0x1', ' 1', '1 ', '1e3', '99999999999999999999', str(bounds[1] + 1)]
        wrong += [str(bounds[0] - 1)] if bounds[0] else []
        for value in wrong:
            run([*before, option + '=' + value], [2], 'not a number in bounds')
    elif argument == 'name=value':
        for value in ['', 'nonsense', '=1', 'nonsense=1', 'x\ny=1']:
            run([*before, option + '=' + value], [2], 'not an option of the game')
    elif (command, name) in FREE:
        return
    elif argument in ('FILE', 'DIR'):
        run([*before, option + '=' + work + '/game.cornet/file'], [1, 2], 'no such file')
    else:
        run([*before, option + '=\x1b nonsense,'], [2], 'not a value of this option')


failed, checked = [], []
names = subprocess.run([cornet, 'help', 'commands', '--lang', 'en'], capture_output=True, env=environment, timeout=patience).stdout.decode()
commands = sorted(set(re.findall(r'^  cornet ([a-z]+)', names, re.M)))
for each in commands:
    count = 0
    for row in options_of(each):
        check_option(each, *row)
        count += 1
    run([each, *OPERANDS.get(each, []), '--nonsense'], [2], 'no such option')
print('\n'.join(failed))
print('%d of %d command lines of %d commands are wrong' % (len(failed), len(checked), len(commands)))
sys.exit(1 if failed or len(checked) < 300 else 0)
