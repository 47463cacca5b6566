#!/usr/bin/python3
"""Makes src/people/words.txt: the 8,192 words of which a person's six are drawn.

    python3 tools/people_words.py            # writes the file
    python3 tools/people_words.py --check    # checks the file and prints its figures

The words are common nouns, adjectives and verbs of the games' own lexicons (games/*/data/themes), which were written for this
project, so they have its licence. A word is preferred if many invented players say it (games/*/tests/words), if it is marked
easy, and if it is short. No two words are alike after folding, and no two differ by one letter that is
added, left out or replaced, so that most typing errors give no word of the list.

The file is never made again once people have words: it would change what their words mean. Each line is a folded word and,
if it differs, `=` and the word as it is written; the lines are sorted by the folded word.
"""
import glob
import re
import sys
import unicodedata

COUNT = 8192
FILE = 'src/people/words.txt'
# Words that nobody wants to read out to a family, or that name people or beliefs.
REFUSED = re.compile(r'''
    ^(anus|arabe\w*|aryen\w*|assassin\w*|athee\w*|avort\w*|baise\w*|batard\w*|bite\w*|bordel\w*|boudin|bougre\w*|bourr\w*|branleu\w*|bouffon\w*
    |cadavre\w*|caca|cancer\w*|capote\w*|catin\w*|cercueil\w*|chatte\w*|chier|chiasse|chiotte\w*|clito\w*|cocaine|cocu\w*|coit\w*|colored|condom\w*
    |con|conne|connar\w*|conard\w*|connerie\w*|coranique|couille\w*|crack|cretin\w*|creve\w*|crevar\w*|croque-mort|cul|culotte\w*|debile\w*|deces|defunt\w*
    |degueu\w*|dement\w*|diable\w*|diarrhee|drogue\w*|egorg\w*|ejacul\w*|enculer?\w*|enterre\w*|erection\w*|erotique\w*|esclave\w*|etron\w*|euthan\w*|excite\w*
    |execut\w*|exciter|feces|fesse\w*|fessier|fiente\w*|foutr\w*|fusill\w*|garce\w*|genital\w*|genocid\w*|gitan\w*|gland\w*|godemich\w*|gonorr\w*|goudou|gouine\w*|gourdasse
    |guerre\w*|guillotin\w*|haine\w*|handicap\w*|hashish|haschich|hemorr\w*|heroine|homicid\w*|hymen|idiot\w*|imbecile\w*|inceste\w*|islam\w*|ivrogn\w*|jihad\w*
    |juif\w*|juive\w*|laide?\w*|latrine\w*|lepre\w*|lesbien\w*|linceul\w*|lolo|macchab\w*|malfrat|mamelle\w*|mamelon\w*|maboul\w*|masturb\w*|menstru\w*|merde\w*|meurtr\w*
    |minable\w*|moche\w*|mongol\w*|morgue\w*|morve\w*|mort\w*|mourir|mulatre\w*|musulman\w*|naze|nazi\w*|necro\w*|negre\w*|negrier|nichon\w*|nigaud\w*|nudi\w*|nue?|obese\w*|obus
    |opium|orgasme\w*|orgie\w*|otage\w*|ovaire\w*|paien\w*|partouz\w*|pedale|pede\w*|pedo\w*|pendu\w*|penis|pet|peter|petasse|phallus|pipi|pisse\w*|pistolet|poison|porn\w*|pouffiasse
    |prepuce|prison\w*|prostat\w*|prostit\w*|pubis|puceau|pucelle|pus|putain\w*|pute\w*|putois|rabbin|race|racis\w*|rectum|roulure|salaud\w*|salop\w*|sang|scrotum|sein|seins|sexe\w*
    |sexuel\w*|sida|slip|sodom\w*|soutien|sperme\w*|string|suicid\w*|syphilis|tampon|tapette|tare|taree|testicul\w*|teton\w*|toilette\w*|tombeau|tombe|torture\w*|traine[e]?|trainee|travelo
    |tsigane|tuer|tueu\w*|tumeur\w*|turlute|urine\w*|urinoir|uterus|vagin\w*|verge|verole|vicieu\w*|viol|violer|violeur|vomi\w*|vulve|xenoph\w*|youpin|zizi|zob
    |abruti\w*|ahuri\w*|alcooli\w*|aliene\w*|boche|bombe|boiteux|bossu|bigot\w*|charogne|choleri\w*|chauve|claque|demeure|deprime\w*|ebola|fusil|fou|folle|furoncl\w*|gros|grosse|hysteri\w*
    |kamikaze|laideur|lache|maladie|malade|maniaque|mitrail\w*|mutile\w*|nain|naine|noyer|paras|pervers\w*|peste|pestifer\w*|puant\w*|raclure|sadi\w*|sadism\w*|sale|satan|seringue|soulard|soulot|stupide
    |teigne|terroris\w*|vermine|veuf|veuve|violence|violent\w*|virus|zigouill\w*)$''', re.X)


def fold(word):
    word = word.lower().replace('œ', 'oe').replace('æ', 'ae')
    return ''.join(c for c in unicodedata.normalize('NFD', word) if not unicodedata.combining(c))


def neighbours(word):
    """Two words have one of these in common if they differ by at most one letter."""
    for i in range(len(word) + 1):
        yield word[:i] + '*' + word[i:]
        if i < len(word):
            yield word[:i] + '*' + word[i + 1:]


def read_said():
    said = {}
    for name in sorted(glob.glob('games/*/tests/words/**/*.txt', recursive=True)):
        with open(name, encoding='utf-8') as lines:
            for line in lines:
                for word in [] if line.startswith('#') else re.split(r'[,;:\t\n]', line):
                    said[fold(word.strip())] = said.get(fold(word.strip()), 0) + 1
    return said


def read_words():
    """Folded word: [spelling, easy, rare everywhere]."""
    words = {}
    for name in sorted(glob.glob('games/*/data/themes/*.txt')):
        with open(name, encoding='utf-8') as lines:
            for line in lines:
                spelling, _, rest = line.strip().partition(';')
                if not re.fullmatch('[a-z]{4,10}', fold(spelling)) or not spelling[0].islower():
                    continue
                one = words.setdefault(fold(spelling), [spelling, False, True])
                one[1] |= 'easy' in rest
                one[2] &= 'rare' in rest
    return words


def choose():
    words, said = read_words(), read_said()

    def order(word):
        spelling, easy, rare = words[word]
        return (-4 * easy - min(said.get(word, 0), 6) + 5 * rare + max(0, len(word) - 8), len(word), word)

    taken, chosen = set(), []
    for word in sorted(words, key=order):
        near = set(neighbours(word))
        if len(chosen) < COUNT and not near & taken and not REFUSED.match(word):
            taken |= near
            chosen.append(word)
    return sorted((word, words[word][0]) for word in chosen)


def check():
    with open(FILE, encoding='utf-8') as lines:
        rows = [line.rstrip('\n').partition('=') for line in lines]
    folded = [row[0] for row in rows]
    seen = {}
    near = sum(any(seen.setdefault(n, w) != w for n in neighbours(w)) for w in folded)
    assert len(folded) == COUNT and folded == sorted(set(folded))
    assert all(fold(row[2] or row[0]) == row[0] and (not row[1]) == (not row[2]) for row in rows)
    words, said = read_words(), read_said()
    letters = [len(w) for w in folded]
    print(f'{COUNT} words of {min(letters)} to {max(letters)} letters, {sum(letters) / COUNT:.1f} on average')
    print(f'{near} differ from another one by one letter')
    print(f'{sum(w in said for w in folded)} are said by invented players, '
          f'{sum(words.get(w, [0, 0, False])[2] for w in folded)} are marked rare')


if sys.argv[1:] == ['--check']:
    check()
else:
    with open(FILE, 'w', encoding='utf-8') as out:
        out.writelines(w + (f'={s}' if s != w else '') + '\n' for w, s in choose())
    check()
