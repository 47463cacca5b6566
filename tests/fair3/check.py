#!/usr/bin/python3
"""Tests two verifiers of fair dice, version 3: tools/verify_fair3.py and `cornet verify`.

    tests/fair3/check.py test CORNET     the vectors of the specification; the corpus and some games, by both verifiers.
                                           With CORNET_DEEP=1: thousands of games, and all forgeries of many
    tests/fair3/check.py write CORNET    writes tests/fair3/corpus again

The corpus has honest games (NAME.cornet, and NAME.txt, the transcript of seat 1) and forgeries.txt, a list of forgeries as
edits of these games. `case NAME GRADE BASE`, or `case NAME GRADE BASE -` without a transcript, starts a case. `r I N` (in the record) or
`t I N` (in the transcript) replaces N lines from line I on, counted from 0 in the honest file, by the lines with + that follow."""

import collections
import difflib
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import forge  # noqa: E402
import simulate  # noqa: E402

fair = simulate.fair
CORPUS = os.path.join(HERE, "corpus")
# Edits of these games that others have already are left out of the corpus.
ONLY = {
    "keys": "unchanged|signature|links?-|chain|seal|got|word-other|other-server|other-v|cut",
    "cards": "unchanged|draw|hid|salt|saw-a|no-v|other-v|late|clock|cut|transcript-of-a-spect|move",
    "duel": "unchanged|draw-first|forfeit|other-v|undone",
    "words": "unchanged|draw-last|cut-before",
}


def corpus_cases(rules):
    """The games and the cases of the corpus."""
    games, cases = {}, []
    for base in forge.BASES:
        if base == "toy":
            continue
        table = forge.honest(rules, base)
        games[base] = (table.record(), table.all_clients[0].transcript())
        cases += [case for case in forge.edited(table, base) if forge.re.match(ONLY.get(base, ""), case.name[len(base) + 1:])]
    cases += forge.cheats(rules)
    cases += forge.special(rules)
    for case in cases:
        case.base = case.base or "three"
    return games, cases


def pieces(data):
    return data.decode().split("\n")


def edits(letter, before, after):
    before, after = pieces(before), pieces(after)
    for _, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if before[i:j] != after[k:m]:
            yield f"{letter} {i} {j - i}"
            yield from ("+" + line.encode("unicode_escape").decode() for line in after[k:m])


def write(program):
    rules = fair.Rules(program)
    games, cases = corpus_cases(rules)
    rules.close()
    os.makedirs(CORPUS, exist_ok=True)
    lines = []
    for base, (record, transcript) in games.items():
        for name, data in ((f"{base}.cornet", record), (f"{base}.txt", transcript)):
            with open(os.path.join(CORPUS, name), "wb") as file:
                file.write(data)
    for case in cases:
        lines.append(f"case {case.name} {case.grade.replace(' ', '-')} {case.base}" + (" -" if case.transcript is None else ""))
        lines += edits("r", games[case.base][0], case.record)
        lines += edits("t", games[case.base][1], case.transcript) if case.transcript is not None else []
    with open(os.path.join(CORPUS, "forgeries.txt"), "w", encoding="ascii") as file:
        file.write("".join(f"{line}\n" for line in lines))


def apply(data, changes):
    lines = pieces(data)
    for i, count, new in reversed(changes):
        lines[i:i + count] = new
    return "\n".join(lines).encode()


def read():
    """The cases of the corpus on disk."""
    games, cases, changes = {}, [], None
    for name in os.listdir(CORPUS):
        with open(os.path.join(CORPUS, name), "rb") as file:
            games[name] = file.read()
    for line in games["forgeries.txt"].decode().splitlines():
        if line.startswith("case "):
            name, grade, base, *rest = line.split(" ")[1:]
            changes = {"r": [], "t": []}
            cases.append((name, grade.replace("-", " "), base, rest, changes))
        elif line[0] == "+":
            last[2].append(line[1:].encode().decode("unicode_escape"))
        else:
            letter, i, count = line.split(" ")
            last = (int(i), int(count), [])
            changes[letter].append(last)
    for name, grade, base, rest, changes in cases:
        transcript = None if rest else apply(games[f"{base}.txt"], changes["t"])
        yield forge.Case(name, apply(games[f"{base}.cornet"], changes["r"]), transcript, grade.replace("stand in", "stand-in"), base)


class Test:
    def __init__(self, program):
        self.program, self.failed, self.counts = program, [], collections.Counter()
        self.rules, self.players = fair.Rules(program), fair.Rules(program)
        self.folder = tempfile.TemporaryDirectory()

    def cornet(self, record, transcript):
        """The grade by `cornet verify`."""
        files = [os.path.join(self.folder.name, name) for name in ("game.cornet", "transcript.txt")]
        for name, data in zip(files, (record, transcript)):
            with open(name, "wb") as file:
                file.write(data or b"")
        options = [] if transcript is None else ["--transcript", files[1]]
        done = subprocess.run([self.program, "--lang", "en", "verify", *options, files[0]], capture_output=True, check=False)
        if done.returncode != 1:
            return {0: "proved", 2: "contradicted"}.get(done.returncode, "status " + str(done.returncode))
        first = done.stdout.decode(errors="replace")
        return "proved in part" if first.startswith("Proved in part") else "not proved" if first.startswith("Not proved") else "refused"

    def check(self, case, both=True):
        self.counts[case.grade] += 1
        verdict = fair.verify(case.record, case.transcript, self.rules)
        answers = {"python": verdict.grade}
        if both and b"\ngame toy\n" not in case.record:
            answers["C"] = self.cornet(case.record, case.transcript)
            if answers["C"] == "refused" and b"\nfair-version" not in case.record:
                answers["C"] = "not proved"  # a record without fair dice
        for who, answer in answers.items():
            if answer != case.grade:
                self.failed.append(case.name)
                print(f"{case.name}: expected {case.grade}, {who} says {answer}; python: {verdict.reasons[:2]}")

    def vectors(self):
        """Section 12 of the specification."""
        table, h, t = "k3v9w2mnpq7rt4xy", fair.H, fair.T

        def chain(who, top):
            links = {4: top * 32}
            for i in range(4, 0, -1):
                links[i - 1] = h("cornet fair 3 link", table, who, i, links[i])
            return links

        def same(name, value, begin):
            if not value.startswith(begin):
                self.failed.append(name)
                print(f"vector {name}: {value}, not {begin}")

        seat, server, key = chain(1, "01"), [h("cornet fair 3 server", table, byte * 32) for byte in ("02", "06")], simulate.Key(b"\x04" * 32)
        same("seat x_1", seat[1], "116ac1411bc460f8126211ac7d3bb859513335d3cad2b5ae5e19dff60da0e2a5")
        same("seat x_0", seat[0], "37187804a7b53b2c40062593922a2022ad322eb45ea2b73f66c1d09853ae05ed")
        same("promise 1", server[0], "55e26298ef009327a85d276ad1c95450d7047a75cb114211a46b80729b02b09c")
        same("promise 2", server[1], "b35894df913d4425d55cf90f0c89c3a81aa49caf6f0b8ba2b0cf867c04ccc417")
        promise = h("cornet fair 3 hidden", table, "03" * 32)
        same("promise", promise, "a4cf8db5e7a99628b6c900ed56016dde3a37c7c75339ed793dae85007e984371")
        same("key", key.hex, "ca93ac1705187071d67b83c7ff0efe8108e8ec4530575d7726879333dbdabe7c")
        hashes = [h("cornet fair 3 head", f"table {table}", "game toy", "players 2", "clock move 30", f"server {server[0]} {promise} -")]
        same("h_0", hashes[0], "2defad90f7d2c586ce5d314530d51825e9a329a718b1d39e00de17a3bdbaf0ba")
        entries = ["#3 seat 1 person", "#3 seat 2 bot", f"#3 chain 1 0 {seat[0]} {key.hex}", "#3 ask 1 1"]
        for entry in entries:
            hashes.append(h("cornet fair 3 entry", hashes[-1], entry))
        same("h_4", hashes[4], "be4a0dfc7f9b9ee39e9e7043e9a052fff88b8ad42a505735bac54ccc14ea346f")
        sign = key.sign("cornet fair 3 open", table, 1, 1, hashes[4], seat[1])
        same("SIG of open", sign, "24110ed6d4ea36b944c750c24a23501918be0fa5c9d5095a382f9c6f530e66a6e37c1baf5162afa577f280aa87a775f01f6769c0b0"
             "44991388ae97697e19a202")
        k = fair.draw_key(table, 1, hashes[4], [(0, "02" * 32), (1, seat[1])])
        same("K", k.hex(), "d25fc4385780d52a8d6c23720ce594e6470abef7935c22f6f1b04af2924676bc")
        same("draw 0", fair.outcome(k, 0, fair.Toy.FACES), "* roll 2")
        same("draw 1", fair.outcome(k, 1, fair.Toy.FACES), "* roll 4")
        for entry in (f"#3 step 1 {'02' * 32}:{server[1]} 1:{seat[1]}:{sign}", "* roll 2"):
            hashes.append(h("cornet fair 3 entry", hashes[-1], entry))
        same("h_6", hashes[6], "570afec6a2dd3b9d91a48684e5a0f1683ffe1a6ecacd54c40ec6aab6d2daa3a3")
        same("fourth number", str(fair.value(k, 58, 2**63 + 1)), "8972373985624214263")
        same("block 1", str(fair.value(k, 20, 2**63 + 1)), "9219157014857597829")
        hidden = fair.draw_key(table, 1, hashes[4], [(0, "02" * 32), (1, seat[1])], b"\x03" * 32)
        same("hidden key", hidden.hex(), "5a037684226739e05d63f56139d9ceab5e47df6ee6111a97dc504ddcfb51b3ab")
        same("hidden draw", fair.outcome(hidden, 2, fair.Toy.CARDS), "* draw king")
        digest = h("cornet fair 3 act", "-", "1 go")
        same("D", digest, "21aed67c5255ad239b7093a1cc665c121de52ddc764a1b022e557fe0fd0da15e")
        sign = key.sign("cornet fair 3 by", table, 1, 1, 6, hashes[6], digest)
        same("SIG of by", sign, "2b60f1c454fe77dd2345056c47ee1e420aff3081920b04f1edcb9ba3025b00754fe92892431b001675e2741aa321cf2351b89aea44b"
             "021fb36879e7a323e8701")
        same("hidden D", h("cornet fair 3 act", "05" * 32, "1 keep ace"), "6b2ee81658af87d21c6791921c6fe3a4bdaf80ddfd9b291cc1057a854486291f")
        if not fair.signed(key.hex, sign, "cornet fair 3 by", table, 1, 1, 6, hashes[6], digest) or t("a", 1) != b"a\n1\n":
            self.failed.append("signature")

    def game(self, seed, game=None, limit=120):
        """A game with people, bots and accidents that the seed chooses, by all its transcripts."""
        luck = random.Random(f"game {seed}")
        game = game or luck.choice(("easycome", "wazabi", "debacle", "toy"))
        players = 2 if game == "debacle" else luck.randrange(2, 5)
        kinds = ["person"] + [luck.choice(("person", "person", "bot", "plain")) for _ in range(players - 1)]
        luck.shuffle(kinds)
        chances = {name: luck.choice((0, 0, luck.random() / 5)) for name in simulate.Table.CHANCES}
        chances.update({name: chances[name] / 10 for name in ("give_up", "quit", "leave")})
        keyed = [seat for seat in range(1, players + 1) if luck.random() < 0.2]
        options = ("setup=random",) if game == "debacle" else ()
        table = simulate.Table(self.players(game), f"secret {seed}", f"luck {seed}", game, players, options, kinds, keyed, luck.random() < 0.1,
                               luck.choice(("-", "move 30", "bank 60 5")), None, chances, limit)
        table.play()
        for number, client in enumerate(table.all_clients):
            self.check(forge.Case(f"game {seed}, {game}, transcript {number}", table.record(), client.transcript(), table.grade(client)))

    def mutate(self, luck, lines, pool):
        """Changes a random line a little, or its place."""
        i, j, kind = luck.randrange(len(lines) - 1), luck.randrange(len(lines) - 1), luck.randrange(8)
        words = lines[i].split(" ")
        if kind == 0:
            del lines[i:i + luck.choice((1, 1, 3))]
        elif kind == 1:
            lines.insert(j, lines[i])
        elif kind == 2:
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 3:
            lines[i], lines[i + 1] = lines[i + 1], lines[i]
        elif kind == 4:
            lines.insert(i, luck.choice(pool))
        elif kind == 5:
            lines[i] = luck.choice(pool)
        else:
            k = luck.randrange(len(words))
            if words[k].isdigit():
                words[k] = str(max(0, int(words[k]) + luck.choice((-2, -1, 1, 2, 5))))
            elif len(words[k]) >= 64:
                place = luck.randrange(len(words[k]))
                words[k] = words[k][:place] + luck.choice("0123456789abcdef") + words[k][place + 1:]
            else:
                words[k] = luck.choice(("own", "all", "person", "plain", "left", "stand-in", "bot", "-", "by", "yes", "late", "hide", "ask", "miss",
                                        "seat", "undo", "0", "1", "2", "3", "*", "#3", "forfeits"))
            lines[i] = " ".join(words)

    def fuzz(self, count):
        """Random changes of the corpus: both verifiers give the same grade, whatever it is."""
        cases = [case for case in read() if case.transcript and case.base != "words" and case.grade in ("proved", "proved in part")]
        pools = [line for case in cases for line in pieces(case.record)], [line for case in cases for line in pieces(case.transcript)]
        for seed in range(count):
            luck = random.Random(f"fuzz {seed}")
            case = luck.choice(cases)
            files = pieces(case.record), pieces(case.transcript)
            for _ in range(luck.choice((1, 1, 2, 3))):
                which = luck.random() < 0.4
                self.mutate(luck, files[which], pools[which])
            record, transcript = ("\n".join(lines).encode() for lines in files)
            transcript = transcript if luck.random() < 0.9 else None
            grade = fair.verify(record, transcript, self.rules).grade
            other = self.cornet(record, transcript)
            self.counts[grade] += 1
            if grade != other and {grade, other} != {"refused", "not proved"}:  # of records that are not of version 3
                self.failed.append(f"fuzz {seed}")
                print(f"fuzz {seed}, from {case.name}: python says {grade}, C {other}")

    def deep(self):
        with tempfile.TemporaryDirectory() as folder:
            global CORPUS
            kept, CORPUS = CORPUS, folder
            write(self.program)
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), "rb") as new, open(os.path.join(kept, name), "rb") as old:
                    if new.read() != old.read():
                        self.failed.append(name)
                        print(f"corpus/{name} is not what forge.py makes: tests/fair3/check.py write CORNET")
            CORPUS = kept
        for seed in range(100, 2100):
            self.game(seed, limit=120 if seed % 10 == 0 else 50)
        for seed in range(20):
            self.game(f"words {seed}", "themots", 40)
        self.fuzz(50000)
        for base in forge.BASES:
            for seed in range(2, 4 if base in ("words", "keys") else 10):
                for case in forge.edited(forge.honest(self.players, base, seed), f"{base} {seed}"):
                    self.check(case)

    def run(self):
        self.vectors()
        for case in read():
            self.check(case)
        for seed in range(8):
            self.game(seed, limit=40)
        self.fuzz(60)
        if os.environ.get("CORNET_DEEP"):
            self.deep()
        self.rules.close()
        self.players.close()
        print(f"{sum(self.counts.values())} checks: {dict(self.counts)}")
        if self.failed or not self.counts["proved"] or not self.counts["contradicted"]:
            print(f"{len(self.failed)} failed")
            return 1
        return 0


def main(args):
    if len(args) != 2 or args[0] not in ("test", "write"):
        print(__doc__, file=sys.stderr)
        return 2
    return Test(args[1]).run() if args[0] == "test" else write(args[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
