"""The Python package as its users see it. The environment variable CORNET is the path of the program."""
import copy
import importlib
import inspect
import json
import os
import pathlib
import pickle
import pkgutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import cornet
import numpy as np

PROGRAM = os.environ["CORNET"]
GAMES = [game.id for game in cornet.games()]


def program(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def play_at_random(match, generator, rng):
    """Plays random actions to the end of a match, at most 400 moves."""
    for _ in range(400):
        if match.over:
            return
        if match.mover == cornet.CHANCE:
            match.roll(rng)
            continue
        seats = [match.mover] if match.mover > 0 else range(1, match.players + 1)
        actions = [action for seat in seats for action in match.actions(seat)]
        match.play_action(actions[generator.integers(len(actions))])


class Api(unittest.TestCase):
    def test_games(self):
        self.assertEqual(GAMES[:4], ["easycome", "wazabi", "debacle", "themots"])
        game = cornet.Game("easycome")
        self.assertEqual((game.players_min, game.players_max, game.hidden), (2, 4, False))
        self.assertTrue(cornet.Game("wazabi").hidden)
        self.assertIn("greedy", [agent.name for agent in game.agents])
        self.assertEqual(len(game.levels), 5)
        self.assertEqual(game.options[0].name and type(game.options[0].default), str)
        self.assertEqual(program("--version"), f"cornet {cornet.__version__}\n")
        self.assertEqual(cornet.Game("wazabi"), cornet.Game("wazabi"))

    def test_everything_has_a_docstring(self):
        modules = [cornet] + [importlib.import_module(f"cornet.{part.name}") for part in pkgutil.iter_modules(cornet.__path__)
                              if not part.name.startswith("_")]
        seen = 0
        for module in modules:
            self.assertTrue(module.__doc__)
            for name in getattr(module, "__all__"):
                public = getattr(module, name)
                if not callable(public):
                    continue
                self.assertTrue(public.__doc__, name)
                for part, member in vars(public).items() if inspect.isclass(public) else ():
                    if not part.startswith("_") and (callable(member) or isinstance(member, (property, classmethod))):
                        self.assertTrue(inspect.getdoc(getattr(public, part)), f"{name}.{part}")
                        seen += 1
        for public in (cornet.Match, cornet.Batch, cornet.Bot, cornet.Rng):
            for part in dir(public):
                if not part.startswith("_"):
                    member = getattr(public, part)
                    self.assertTrue(member.__doc__, part)
                    if callable(member):
                        inspect.signature(member)  # for help(); raises if the docstring does not give it
                    seen += 1
        self.assertGreater(seen, 70)

    def test_stub_names_what_the_extension_has(self):
        import ast
        from cornet import _cornet
        stub = ast.parse((pathlib.Path(cornet.__file__).parent / "_cornet.pyi").read_text())
        for node in stub.body:
            if isinstance(node, ast.FunctionDef):
                self.assertTrue(hasattr(_cornet, node.name), node.name)
            if isinstance(node, ast.ClassDef):
                declared = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                there = {name for name in vars(getattr(_cornet, node.name)) if not name.startswith("__")}
                self.assertEqual({name for name in declared if not name.startswith("__")} - {"message"}, there, node.name)
        names = {node.name for node in stub.body if hasattr(node, "name")}
        self.assertEqual(names, {name for name in vars(_cornet) if not name.startswith("__")})
        self.assertTrue((pathlib.Path(cornet.__file__).parent / "py.typed").exists())

    def test_arguments_have_names(self):
        match, rng, bot = cornet.Match("easycome", options={"first": "1"}), cornet.Rng(seed=5), cornet.Bot("easycome", "greedy")
        match.set_name(seat=1, name="Anne")
        self.assertEqual((match.name(seat=1), match.option(name="first")), ("Anne", "1"))
        match.play(line="* roll 0225")
        action = bot.act(match=match, rng=rng, seat=1)
        self.assertEqual(match.action_of(line=match.line_of(action=action, viewer=cornet.OPEN)), action)
        self.assertIn(action, match.actions(seat=1))
        self.assertEqual(match.json(viewer=cornet.SPECTATOR), match.json(0))
        self.assertEqual(match.log(viewer=1), match.log(1))
        self.assertEqual(cornet.Match.read(text=match.record_text()).lines, match.lines)
        self.assertEqual(match.value(rng=rng)[1][1], 0)
        self.assertLess(rng.below(bound=2), 2)
        batch = cornet.Batch("wazabi", count=2)
        batch.set_bot(seat=2, agent="greedy")
        batch.reset(seed=3)
        batch.restart(index=1)
        self.assertTrue(batch.line_of(index=0, action=int(batch.actions[0, 0])))
        self.assertEqual(batch.json(index=0, viewer=1), batch.json(0, 1))

    def test_match(self):
        generator, rng = np.random.default_rng(4), cornet.Rng(4)
        for id in GAMES:
            match = cornet.Match(id)
            copy = match.copy()
            play_at_random(match, generator, rng)
            self.assertEqual(copy.lines, [])
            self.assertIsInstance(match.state(), dict)
            last = match.lines[-1]
            before = len(match.lines)
            match.undo()
            self.assertEqual(len(match.lines), before - 1)
            self.assertIn(last, match.legal())
            match.play(last)
            if match.over:
                self.assertAlmostEqual(sum(match.result().values()), 1)
                self.assertEqual(list(match.result()), list(range(1, match.players + 1)))

    def test_outcomes_sum_to_one(self):
        match = cornet.Match("wazabi", 3)
        self.assertEqual(match.mover, cornet.CHANCE)
        outcomes = match.outcomes()
        self.assertAlmostEqual(sum(probability for _, probability in outcomes), 1)
        match.play_action(outcomes[-1][0])
        self.assertEqual(len(match.lines), 1)

    def test_hidden_hands(self):
        match = cornet.Match("wazabi", 2)
        rng = cornet.Rng(9)
        while match.mover == cornet.CHANCE:
            match.roll(rng)
        log = match.log(1).splitlines()
        self.assertEqual(len(log), len(match.lines))
        self.assertIn("* draw ?", log)
        self.assertNotIn("* draw ?", match.log(cornet.OPEN).splitlines())
        self.assertNotEqual(match.state(1), match.state(2))

    def test_record(self):
        match = cornet.Match("easycome", 4, {"hold": 3})
        match.set_name(1, "Anne")
        for seat in (2, 3, 4):
            match.set_name(seat, "bot:greedy")
        match.run(cornet.Rng(1))
        record = match.record()
        self.assertEqual((record.game, record.players, match.option("hold")), ("easycome", 4, "3"))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "game.cornet"
            record.save(path)
            self.assertEqual(cornet.Record.load(path).text, record.text)
            self.assertEqual(json.loads(program("replay", path, "--state")), match.state())
            with self.assertRaises(cornet.Error):
                cornet.Record.load(pathlib.Path(folder) / "none")
        states = list(record.replay())
        self.assertEqual(states[0].lines, [])
        self.assertEqual(states[-1].lines, match.lines)
        with self.assertRaisesRegex(cornet.Error, "^line 2: "):
            cornet.Record(record.text.replace("game easycome", "game nothing"))

    def test_bots(self):
        bot = cornet.Bot("easycome", "perfect")
        match, rng = cornet.Match("easycome"), cornet.Rng(2)
        for _ in range(300):
            if match.over:
                break
            if match.mover == cornet.CHANCE:
                match.roll(rng)
                continue
            action = bot.act(match, rng)
            self.assertIn(action, match.actions())
            best = match.best()
            # The solver's choice is as good as the best one, and its value is exact.
            worth = {hint.action: hint.share for hint in best}
            self.assertAlmostEqual(worth[action], best[0].share, places=9)
            self.assertEqual(best[0].error, 0)
            match.play_action(action)
        self.assertTrue(match.over)
        self.assertTrue(bot.reproducible)

    def test_what_a_bot_does_is_legal(self):
        """In Thémots only some words are listed as actions, and the strongest bot knows all words."""
        bot, rng, unlisted = cornet.Bot("themots", "max"), cornet.Rng(seed=5), 0
        match = cornet.Match("themots")
        while not match.over:
            if match.mover == cornet.CHANCE:
                match.roll(rng)
                continue
            seat = next(seat for seat in (1, 2) if match.actions(seat))
            action = bot.act(match, rng, seat)
            unlisted += action not in match.actions(seat)
            self.assertEqual(match.action_of(match.line_of(action)), action)
            match.play_action(action)
        self.assertGreater(unlisted, 0)

    def test_solved_value(self):
        share, error = cornet.Match("easycome").value(cornet.Rng(1))
        self.assertAlmostEqual(share[1], 0.5)
        self.assertEqual(error, {1: 0.0, 2: 0.0})

    def test_estimated_value(self):
        share, error = cornet.Match("wazabi", players=3).value(cornet.Rng(1))
        self.assertAlmostEqual(sum(share.values()), 1)
        self.assertEqual(list(error), [1, 2, 3])
        self.assertEqual(len(set(error.values())), 1)  # all shares have the same error
        self.assertTrue(0 < error[1] < 0.5, error)

    def test_analysis(self):
        match = cornet.Match("easycome")
        for seat in (1, 2):
            match.set_name(seat, "bot:greedy")
        match.run(cornet.Rng(5))
        self.assertTrue(match.analysis())


class Pickled(unittest.TestCase):
    def both(self, object):
        return pickle.loads(pickle.dumps(object)), copy.deepcopy(object), copy.copy(object)

    def test_match_and_record(self):
        match, rng = cornet.Match("wazabi", 3, {"teams": "off"}), cornet.Rng(1)
        match.set_name(1, "Anne")
        play_at_random(match, np.random.default_rng(4), rng)
        for again in self.both(match):
            self.assertIsInstance(again, cornet.Match)
            self.assertEqual((again.record_text(), again.state(), again.name(1)), (match.record_text(), match.state(), "Anne"))
            again.undo()
            self.assertNotEqual(again.lines, match.lines)
        for again in self.both(match.record()):
            self.assertEqual((again.text, again.lines), (match.record().text, match.lines))

    def test_subclass_keeps_what_it_has(self):
        match = Noted("easycome")
        match.note = "mine"
        again = pickle.loads(pickle.dumps(match))
        self.assertEqual((type(again), again.note, again.lines), (Noted, "mine", []))

    def test_rng(self):
        rng = cornet.Rng(5)
        rng.next()
        state = rng.state
        self.assertEqual([type(part) for part in state], [int] * 4)
        expected = [rng.next() for _ in range(9)]
        rng.state = state
        for again in (rng, *self.both(rng)):
            self.assertEqual([again.next() for _ in range(9)], expected)
            again.state = state
        for wrong in (None, (1, 2, 3), [1, 2, 3, 4], (1, 2, 3, -1), (1, 2, 3, 2**64), (1, 2, 3, 0.5), "abcd"):
            with self.assertRaises((TypeError, ValueError)):
                rng.state = wrong
        with self.assertRaises(TypeError):
            del rng.state
        self.assertEqual(rng.state, state)

    def test_settings_and_results(self):
        game = cornet.Game("wazabi")
        result = cornet.sim("easycome", ["random", "random"], 3)
        for object in (game, game.options, game.agents, result, cornet.arena("easycome", ["greedy", "random"], 2)):
            self.assertEqual(pickle.loads(pickle.dumps(object)), object)

    def test_what_cannot_says_so(self):
        for call in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaisesRegex(TypeError, "^a Bot cannot be pickled or copied: make another one [^\n]*$"):
                call(cornet.Bot("easycome", "greedy"))


class Noted(cornet.Match):
    """At module level, as pickle requires."""


class Ids(unittest.TestCase):
    def test_round_trip(self):
        generator, rng = np.random.default_rng(8), cornet.Rng(8)
        for id in GAMES:
            game = cornet.Game(id)
            for players in range(game.players_min, game.players_max + 1):
                match = cornet.Match(id, players)
                for _ in range(60):
                    while match.mover == cornet.CHANCE:
                        match.roll(rng)
                    if match.over:
                        break
                    for seat in [match.mover] if match.mover > 0 else range(1, players + 1):
                        ids, actions = match.ids(seat), match.actions(seat)
                        self.assertEqual([match.id_action(np.int64(one), seat) for one in ids], actions)
                        self.assertEqual((len(set(ids)), all(0 <= one < game.id_count for one in ids)), (len(ids), True))
                    seats = [match.mover] if match.mover > 0 else [seat for seat in range(1, players + 1) if match.ids(seat)]
                    seat = int(generator.choice(seats))
                    match.play_id(generator.choice(match.ids(seat)), seat)

    def test_names(self):
        """The lines of Easy Come and Débâcle say what the names of their ids say."""
        self.assertEqual([cornet.Game(id).id_count for id in GAMES[:4]], [93, 104, 169, 83])
        for id in GAMES:
            game = cornet.Game(id)
            names = [game.id_name(one) for one in range(game.id_count)]
            self.assertEqual(len(set(names)), game.id_count)
            for wrong in (-1, game.id_count, 10**30):
                with self.assertRaises((cornet.Error, OverflowError)):
                    game.id_name(wrong)
        match = cornet.Match("easycome", options={"first": 1})
        match.play("* roll 0225")
        self.assertEqual([f"1 {cornet.Game('easycome').id_name(one)}" for one in sorted(match.ids())], sorted(match.legal(), key=lambda line: (
            line != "1 stop", "take" not in line, len(line), line)))
        match, names = cornet.Match("debacle"), cornet.Game("debacle").id_name  # black sees the board turned
        red = {names(one) for one in match.ids()}
        match.play("1 end")
        self.assertEqual({names(one) for one in match.ids()}, red)

    def test_batch(self):
        for id in GAMES:
            by_id, by_index = (cornet.Batch(id, count=50, seed=3, ids=ids) for ids in (True, False))
            generator = np.random.default_rng(1)
            for _ in range(60):
                self.assertEqual(by_id.id_mask.shape, (50, cornet.Game(id).id_count))
                self.assertTrue((by_id.id_mask.sum(1) == by_id.legal_count).all())
                columns = (generator.random(50, np.float32) * by_id.legal_count).astype(np.int32)
                ids = by_id.ids[np.arange(50), columns]
                self.assertTrue(by_id.id_mask[np.arange(50), ids].all())
                self.assertTrue((by_id.ids[~by_id.mask] == -1).all())
                by_id.step(ids)
                by_index.step(columns)
                for name in ("actions", "numbers", "reward", "done", "mover"):
                    self.assertTrue(np.array_equal(getattr(by_id, name), getattr(by_index, name)), name)
            best = by_id.id_mask.argmax(1)
            by_id.step(best)  # int64, as argmax gives it
            by_index.step_ids(best.tolist())
            self.assertTrue(np.array_equal(by_id.numbers, by_index.numbers))
            with self.assertRaisesRegex(cornet.Error, r"^game 0: action id \d+ \([a-z0-9 +-]+\) is not legal now; choose one"):
                by_id.step(by_id.id_mask.argmin(1))
            self.assertTrue(np.array_equal(by_id.numbers, by_index.numbers))

    def test_chance(self):
        batch = cornet.Batch("easycome", count=3, seed=3, ids=True, chance=True)
        self.assertEqual(batch.id_count, max(93, batch.width))
        for _ in range(20):
            at_chance = batch.mover == cornet.CHANCE
            self.assertTrue((batch.id_mask[at_chance].sum(1) == batch.legal_count[at_chance]).all())
            batch.step(batch.random_choices(np.random.default_rng(2)))


class Copies(unittest.TestCase):
    def same(self, a, b, steps, generator):
        for _ in range(steps):
            choices = a.random_choices(generator)
            a.step(choices)
            b.step(choices)
            for name, array in a._bound().items():
                self.assertTrue(np.array_equal(array, getattr(b, name)), name)

    def test_copies_play_the_same_games(self):
        generator = np.random.default_rng(4)
        for id in GAMES:
            for settings in ({}, {"ids": True}, {"chance": True, "arrays": ["legal_count", "numbers", "probability"]}, {"bots": {2: "easy"}},
                             {"stay": True, "forced": True}):
                if id == "template" or settings.get("chance") and id == "themots":
                    continue
                batch = cornet.Batch(id, count=5, seed=9, **settings)
                for _ in range(12):
                    batch.step(batch.random_choices(generator))
                with tempfile.TemporaryDirectory() as folder:
                    batch.save(f"{folder}/batch")
                    loaded = cornet.Batch.load(f"{folder}/batch", ids=settings.get("ids", False), arrays=settings.get("arrays"))
                    self.assertEqual(os.listdir(folder), ["batch"])
                for again in (batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)), loaded):
                    if again is not loaded:
                        for name, array in batch._bound().items():
                            self.assertTrue(np.array_equal(array, getattr(again, name)), name)
                            self.assertFalse(np.shares_memory(array, getattr(again, name)))
                    self.same(batch.copy(), again, 12, generator)

    def test_damaged(self):
        saved = cornet.Batch("easycome", count=2).save_bytes()
        for wrong in (b"", b"x" * 5000, saved[:-1], saved + b"x", saved[:100], saved[:-50] + bytes([saved[-50] ^ 1]) + saved[-49:], saved[:9] + b"9" + saved[10:]):
            with self.assertRaisesRegex(cornet.Error, "saved batch|saved by another|not a saved"):
                cornet.Batch.load_bytes(wrong)

    def test_set(self):
        for id in GAMES:
            match, rng = cornet.Match(id), cornet.Rng(5)
            batch = cornet.Batch(id, count=3, seed=2, forced=True)
            play_at_random(match, np.random.default_rng(2), rng)
            states = list(match.record().replay())
            for at in (0, len(states) // 2, len(states) - 3):
                batch.set(1, states[at])
                batch.look()
                if states[at].mover > 0:
                    self.assertEqual(batch.state(1), states[at].state())
                    self.assertEqual(batch.numbers[1].tolist(), states[at].numbers(states[at].mover))
                batch.set(2, states[at].record())
            batch.look()
            batch.step(batch.random_choices(np.random.default_rng(1)))
        batch = cornet.Batch("debacle", count=2)
        position = cornet.Match("debacle", options={"setup": "random"})
        position.roll(cornet.Rng(3))
        started = cornet.Match("debacle", options={"setup": position.position()})
        batch.set(0, started)
        self.assertEqual(cornet.Match("debacle", options={"setup": position.position()}).state()["mover"], batch.state(0)["mover"])
        self.assertNotEqual(batch.state(0), batch.state(1))
        for wrong in (cornet.Match("wazabi"), cornet.Match("debacle", options={"target": 5})):
            with self.assertRaisesRegex(cornet.Error, "match"):
                batch.set(0, wrong)
        with self.assertRaises(IndexError):
            batch.set(2, started)

    def test_restart(self):
        batch = cornet.Batch("easycome", count=4, seed=1, stay=True)
        while not batch.done.any():
            batch.step(batch.random_choices(np.random.default_rng(3)))
        batch.restart(batch.done)
        batch.look()
        self.assertTrue((batch.mover != cornet.OVER).all())
        batch.restart([0, np.int64(2)])
        batch.restart(3)
        for wrong in (batch.done[:2], [9], 0.5, "x"):
            with self.assertRaises((cornet.Error, IndexError)):
                batch.restart(wrong)


class Friendly(unittest.TestCase):
    def test_numpy_arguments(self):
        one, two = np.int64(1), np.int32(2)
        match = cornet.Match("easycome", two, {"first": one})
        match.play("* roll 0225")
        self.assertEqual((match.actions(one), match.best(one)), (match.actions(), match.best()))
        match.play_action(np.uint32(match.actions()[0]))
        self.assertEqual(cornet.Match("wazabi", np.int8(4), {"teams": np.bool_(True)}).option("teams"), "on")
        self.assertEqual(cornet.Match("wazabi", 4, {"teams": False}).option("teams"), "off")
        self.assertEqual(cornet.sim("easycome", np.array(["greedy", "random"]), np.int64(4), seed=one).games, 4)
        batch = cornet.Batch("wazabi", two, None, np.int64(3), seed=one, bots={two: "greedy"})
        for choices in ([0, 0, 0], (0, 0, 0), np.zeros(3, np.int64), np.zeros(3, np.uint8), np.zeros(6, np.int32)[::2], np.zeros(3, ">i4"),
                        np.arange(batch.width) == np.zeros((3, 1))):
            batch.step(choices)

    def test_simultaneous(self):
        match, rng = cornet.Match("themots"), cornet.Rng(1)
        while match.mover == cornet.CHANCE:
            match.roll(rng)
        bot = cornet.Bot("themots", "easy")
        for call in (match.legal, match.best, match.actions, match.ids, lambda: bot.act(match, rng)):
            with self.assertRaisesRegex(cornet.Error, r"^anybody may act now: name a seat, as in \w+\(.*seat=1\)$"):
                call()
        self.assertEqual(sorted(match.line_of(action) for action in match.actions(2)), match.legal(2))
        self.assertEqual(sorted(match.line_of(hint.action) for hint in match.best(2))[0][:2], "2 ")
        self.assertIn(match.line_of(bot.act(match, rng, seat=2))[:2], "2 ")

    def test_errors_say_what_to_do(self):
        match = cornet.Match("easycome")
        for call, sentence in ((match.actions, r"call roll\(rng\)"), (lambda: cornet.Match("chess"), "the games are .*'easycome'"),
                               (lambda: cornet.Batch("easycome", arrays=["x"]), "the arrays are mover, "),
                               (lambda: cornet.Batch("easycome", count=2).step([0]), r"shape \(2,\), one for each game, not \(1,\)"),
                               (lambda: cornet.Batch("easycome").step([0.5]), "whole numbers, not float64")):
            with self.assertRaisesRegex(cornet.Error, sentence):
                call()

    def test_examples_are_not_listed(self):
        self.assertNotIn("template", GAMES)
        self.assertTrue(cornet.Game("template").example)


class LikeTheProgram(unittest.TestCase):
    def test_sim(self):
        for id, agents in (("easycome", "greedy,random"), ("wazabi", "greedy,random,greedy"), ("themots", "easy,easy")):
            mine = cornet.sim(id, agents.split(","), 200, seed=11, threads=2)
            said = json.loads(program("sim", id, "--players", len(agents.split(",")), "--agents", agents, "--games", 200,
                                      "--seed", 11, "--json"))
            self.assertEqual(mine.moves, said["moves"])
            self.assertEqual(list(mine.mean.values()), said["wins"])
            self.assertEqual(list(mine.standard_error.values()), said["wins_se"])

    def test_arena(self):
        mine = cornet.arena("easycome", ["greedy", "random", "perfect"], 40, seed=3)
        said = json.loads(program("arena", "easycome", "--agents", "greedy,random,perfect", "--games", 40, "--seed", 3, "--json"))
        self.assertEqual(mine.games, said["games"])
        self.assertEqual([pair.score.value for pair in mine.pairs], [pair["wins"] for pair in said["pairs"]])
        self.assertEqual([rating.value for rating in mine.ratings], [agent["elo"] for agent in said["agents"]])

    def test_interrupt(self):
        """Ctrl-C stops games that would take hours: they use no more CPU time, and the exception has the result of the
        finished games. So does an exception of any other signal handler."""
        for call, games in (("sim('easycome', ['random', 'random'], {}, threads=2)", 10**12),
                            ("arena('wazabi', ['greedy', 'random'], {})", 10**12),
                            ("sim('debacle', ['engine:nodes=1000000000'] * 2, {})", 10)):
            with self.subTest(call):
                self.interrupt(call, games, signal.SIGINT, "KeyboardInterrupt")
        self.interrupt("sim('easycome', ['random', 'random'], {})", 10**12, signal.SIGALRM, "TimeoutError")

    def interrupt(self, call, games, number, exception):
        code = ("import cornet, os, signal, sys, threading, time\n"
                "signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job begins with it ignored\n"
                "def stop(*_):\n"
                "    raise TimeoutError\n"
                "signal.signal(signal.SIGALRM, stop)\n"
                "def say():\n"
                "    while sys._current_frames()[threading.main_thread().ident].f_code.co_name not in ('sim', 'arena'):\n"
                "        time.sleep(0.01)\n"
                "    time.sleep(0.2)\n"
                "    print('playing', flush=True)\n"
                "try:\n"
                "    teller = threading.Thread(target=say)\n"
                "    teller.start()\n"
                f"    cornet.{call.format(games)}\n"
                f"except {exception} as stopped:\n"
                "    teller.join()\n"
                "    result = again = stopped.result\n"
                "    if result.games:\n"
                f"        again = cornet.{call.format('result.games')}\n"
                "    for _ in range(10000):  # threads that have done their work end by themselves\n"
                "        threads = len(os.listdir('/proc/self/task'))\n"
                "        if threads == 1:\n"
                "            break\n"
                "        time.sleep(0.01)\n"
                "    print('interrupted', threads, {**vars(again), 'seconds': 0} == {**vars(result), 'seconds': 0}, flush=True)\n")
        alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # numpy's own threads would be counted
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=alone) as process:
            self.assertEqual(process.stdout.readline(), "playing\n")
            process.send_signal(number)
            self.assertEqual(process.stdout.read(), "interrupted 1 True\n")
            self.assertEqual(process.wait(), 0)

    def test_records_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            for id in GAMES[:4]:
                program("sim", id, "--agents", "random,random", "--games", 3, "--seed", 8, "--records", f"{folder}/{id}")
                files = sorted(pathlib.Path(folder, id).iterdir())
                self.assertEqual(len(files), 3)
                for file in files:
                    match = cornet.Record.load(file).match()
                    self.assertTrue(match.over)
                    self.assertEqual(match.state(), json.loads(program("replay", file, "--state")))


class Batches(unittest.TestCase):
    def test_every_game(self):
        for id in GAMES:
            generator = np.random.default_rng(6)
            batch = cornet.Game(id).batch(50, seed=6)
            ended = 0
            for _ in range(300):
                self.assertTrue((batch.mover >= 1).all() and (batch.legal_count >= 2).all())
                self.assertTrue((batch.mask.sum(axis=1) == batch.legal_count).all())
                self.assertTrue((batch.numbers == batch.features).all())
                batch.step(batch.random_choices(generator))
                ended += batch.done.sum()
                self.assertTrue(np.allclose(batch.reward.sum(axis=1), batch.done))
            self.assertGreater(ended if id != "debacle" else 1, 0, id)

    def test_threads_change_nothing(self):
        for id in GAMES[:4]:
            batches = [cornet.Batch(id, 2, None, 33, seed=12, threads=threads) for threads in (1, 2, 5)]
            generator = np.random.default_rng(1)
            for _ in range(60):
                choices = batches[0].random_choices(generator)
                for batch in batches:
                    batch.step(choices)
                for batch in batches[1:]:
                    for name in ("mover", "actions", "mask", "numbers", "reward", "done"):
                        self.assertTrue((getattr(batch, name) == getattr(batches[0], name)).all(), (id, name))

    def test_a_child_made_by_fork(self):
        """After a fork, batches with two threads work in the child: those of its parent and its own. A timeout ends a hanging child."""
        code = ("import os, signal, numpy as np, cornet\n"
                "def play(batch):\n"
                "    generator = np.random.default_rng(1)\n"
                "    for _ in range(20):\n"
                "        batch.step(batch.random_choices(generator))\n"
                "    return int(batch.numbers.sum())\n"
                "old = cornet.Batch('wazabi', count=300, seed=1, threads=2)\n"
                "play(old)\n"
                "child = os.fork()\n"
                "if not child:\n"
                "    signal.alarm(600)\n"
                "line = f\"{play(old)} {play(cornet.Batch('easycome', count=300, seed=1, threads=2))}\\n\"\n"
                "status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else 0\n"
                "os.write(1, line.encode())  # the parent after the child\n"
                "os._exit(status)\n")
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        mine, theirs = done.stdout.splitlines()
        self.assertEqual(mine, theirs)

    def test_same_games_as_matches(self):
        """Chance as a player: the lines of a batch's choices are legal in a match, and lead to the same states."""
        for id in GAMES[:3]:
            generator = np.random.default_rng(2)
            batch = cornet.Batch(id, count=4, seed=2, chance=True, stay=True, forced=True)
            matches = [cornet.Match(id) for _ in range(4)]
            for _ in range(150):
                chance = batch.mover == cornet.CHANCE
                self.assertTrue(np.allclose(batch.probability.sum(axis=1), chance))
                choices = batch.random_choices(generator)
                for index, match in enumerate(matches):
                    self.assertEqual(match.mover, batch.mover[index])
                    if match.over:
                        continue
                    action = batch.actions[index, choices[index]]
                    line = batch.line_of(index, action)
                    self.assertEqual(match.line_of(action), line)
                    if match.mover > 0:
                        self.assertEqual(match.numbers(match.mover), batch.numbers[index].tolist())
                    match.play(line)
                batch.step(choices)
            for index, match in enumerate(matches):
                self.assertEqual(match.state(), batch.state(index))
                self.assertEqual(match.state(1), batch.state(index, 1))

    def test_over_and_restart(self):
        batch = cornet.Batch("easycome", count=3, seed=1, stay=True)
        generator = np.random.default_rng(1)
        while not (batch.mover == cornet.OVER).all():
            batch.step(batch.random_choices(generator))
        batch.restart(1)
        batch.look()
        self.assertEqual((batch.mover == cornet.OVER).tolist(), [True, False, True])

    def test_bots_inside(self):
        batch = cornet.Batch("easycome", count=20, seed=1, bots={2: "greedy"})
        generator = np.random.default_rng(1)
        won = np.zeros(2)
        for _ in range(400):
            self.assertTrue((batch.mover == 1).all())
            batch.step(batch.random_choices(generator))
            won += batch.reward.sum(axis=0)
        self.assertGreater(won[1], 3 * won[0])
        with self.assertRaises(cornet.Error):
            batch.set_bot(1, "greedy")

    def test_reset_gives_the_same(self):
        batch = cornet.Batch("wazabi", count=5, seed=4)
        first = batch.numbers.copy()
        batch.step(np.zeros(5, np.int32))
        batch.reset(4)
        batch.look()
        self.assertTrue((batch.numbers == first).all())

    def deal_differently(self):
        """Two games with the same cards for seat 1, but a different last card for seat 2."""
        batch = cornet.Batch("wazabi", count=2, seed=3, chance=True, stay=True, forced=True)
        for draw in range(6):  # seat 1 draws three cards, then seat 2
            self.assertIn("draw", batch.line_of(0, batch.actions[0, 0]))
            batch.step(np.array([0, batch.legal_count[1] - 1 if draw == 5 else 0], np.int32))
        self.assertNotEqual(batch.state(0), batch.state(1))
        self.assertEqual(batch.state(0, 1), batch.state(1, 1))
        return batch

    def test_seat_sees_nothing_hidden(self):
        """States that differ only in hidden information give the mover the same numbers."""
        same = 0
        for seed in range(10):
            batch, generator = self.deal_differently(), np.random.default_rng(seed)
            while (batch.mover == cornet.CHANCE).all():  # dice, the same in both
                batch.step(np.full(2, generator.integers(batch.legal_count.min()), np.int32))
            if (batch.mover == 1).all():
                self.assertEqual(batch.numbers[0].tolist(), batch.numbers[1].tolist())
                same += 1
        self.assertGreater(same, 0)


class Hostile(unittest.TestCase):
    def refused(self, call, *arguments, kinds=(ValueError, TypeError, OverflowError, IndexError, BufferError, RuntimeError), **named):
        with self.assertRaises(kinds) as caught:
            call(*arguments, **named)
        sentence = str(caught.exception)
        self.assertTrue(sentence and "\n" not in sentence, sentence)

    def test_wrong_arguments(self):
        for bad in ("", "nothing", "easy\0come", 3, None, b"easycome", "x" * 10000):
            self.refused(cornet.Match, bad)
            self.refused(cornet.Batch, bad)
            self.refused(cornet.Game, bad)
        for players in (-1, 1, 7, 2**40, -2**40, 2.5, "2"):
            self.refused(cornet.Match, "easycome", players)
        for options in ({"hold": 9}, {"nothing": 1}, {3: 4}, [1], "hold=3", {"hold": None}, {"hold": "3\0"}):
            self.refused(cornet.Match, "easycome", 2, options)
        batch = cornet.Batch("easycome")
        for seed in (-1, 2**64, -2**70, 1.5, None, "1"):
            for call in (cornet.Rng, batch.reset, lambda seed: cornet.Batch("easycome", seed=seed),
                         lambda seed: cornet.sim("easycome", ["random", "random"], 1, seed=seed),
                         lambda seed: cornet.arena("easycome", ["random", "random"], 1, seed=seed)):
                if isinstance(seed, int):
                    with self.assertRaisesRegex(ValueError, "^a seed is a whole number from 0 to 18446744073709551615, not -?[0-9]+$"):
                        call(seed)
                else:
                    self.refused(call, seed, kinds=TypeError)
        self.assertEqual(cornet.Rng(np.int64(7)).state, cornet.Rng(7).state)
        for count in (0, -1, 2**62, 2**31, 1.5):
            self.refused(cornet.Batch, "easycome", count=count)
        for width in (-1, 1, 513, 2**40):
            self.refused(cornet.Batch, "easycome", width=width, kinds=cornet.Error)
        self.refused(cornet.Batch, "easycome", width=1, count=9, chance=True)
        self.refused(cornet.Batch, "easycome", threads=0)
        self.refused(cornet.Batch, "easycome", threads=100000)
        self.refused(cornet.Batch, "easycome", bots={3: "greedy"})
        self.refused(cornet.Batch, "easycome", bots={1: "nobody"})
        self.refused(cornet.Batch, "easycome", arrays=["nothing"])
        self.refused(cornet.Bot, "easycome", "nobody")
        self.refused(cornet.Rng(1).below, 0)
        self.refused(cornet.Rng(1).below, -5)

    def test_matches(self):
        match = cornet.Match("easycome")
        for call, arguments in ((match.play, ("nonsense",)), (match.play, ("1 stop\0",)), (match.play, (3,)), (match.play, ()),
                                (match.play_action, (2**32,)), (match.play_action, (-1,)), (match.play_action, (123456,)),
                                (match.play_action, (1.5,)), (match.roll, (None,)), (match.roll, ()), (match.undo, ()),
                                (match.actions, (7,)), (match.actions, (-9,)), (match.result, ()), (match.json, (9,)),
                                (match.log, (-5,)), (match.line_of, (99999,)), (match.set_name, (9, "x")), (match.name, (0,)), (match.numbers, (0,)), (match.numbers, (3,)),
                                (match.option, ("nothing",)), (match.hints, (1, 99)), (match.value, (3,)),
                                (cornet.Match.read, ("",)), (cornet.Match.read, (b"\0\xff",)), (cornet.Match.read, (5,)),
                                (match.save, ("/nowhere/at/all",)), (match.save, ("a\0b",))):
            self.refused(call, *arguments, kinds=(ValueError, TypeError, OverflowError))
        self.assertEqual(match.lines, [])
        other = cornet.Bot("wazabi", "greedy")
        self.refused(other.act, match, cornet.Rng(1))

    def test_arrays(self):
        batch = cornet.Batch("easycome", count=4, seed=1)
        before = batch.numbers.copy()
        good = np.zeros(4, np.int32)
        read_only = np.zeros(4, np.int32)
        read_only.flags.writeable = False
        for choices in (np.zeros(4), np.zeros(3, np.int32), np.zeros(5, np.int32), np.zeros((4, 1), np.int32), None, [], "0000", 0,
                        b"0123456789abcdef", np.full(4, -1, np.int32), np.full(4, 10**6, np.int32), np.full(4, 2**32), [2**70] * 4,
                        np.array([0, 0, 0, None]), np.zeros((4, batch.width), bool), np.ones((4, batch.width), bool)):
            self.refused(batch.step, choices)
        self.assertTrue((batch.numbers == before).all())
        batch.step(read_only)
        for arrays in ({"mover": np.zeros(4)}, {"mover": np.zeros(3, np.int32)}, {"mover": read_only}, {"mover": None}, {"x": good},
                       {3: good}, {"mask": np.zeros((4, 1), np.uint8)}, {"numbers": np.zeros((35, 4), np.int32).T}, [good], None,
                       {"mover": good, "done": np.zeros(4, np.int8)}):
            self.refused(batch.bind, arrays)
        batch.step(good)  # earlier bindings are still valid
        mine = np.zeros(4, np.int32)
        batch.bind({"mover": mine})
        batch.step(good)
        self.assertIs(batch.mover, mine)
        self.assertTrue(mine.all())
        self.assertFalse(hasattr(batch, "numbers"))  # no array that steps no longer fill

    def test_use_after_the_end(self):
        batch = cornet.Batch("easycome", count=2, seed=1)
        batch.close()
        batch.close()
        for call, arguments in ((batch.step, (np.zeros(2, np.int32),)), (batch.look, ()), (batch.reset, (1,)), (batch.restart, (0,)),
                                (batch.bind, ({},)), (batch.json, (0,)), (batch.set_bot, (1, None)), (batch.set_threads, (1,))):
            self.refused(call, *arguments)
        for name in ("count", "width", "players", "number_names"):
            with self.assertRaises(RuntimeError):
                getattr(batch, name)

        class Closing:  # closes the batch while it is being called
            def __init__(self, batch):
                self.batch = batch

            def __index__(self):
                self.batch.close()
                return 0
        batch = cornet.Batch("easycome", count=2, seed=1)
        self.refused(batch.json, Closing(batch))
        batch = cornet.Batch("easycome", count=2, seed=1)
        self.refused(batch.line_of, 0, Closing(batch))

    def test_arrays_outlive_their_names(self):
        batch = cornet.Batch("easycome", count=2, seed=1)
        buffer = bytearray(8)
        view = memoryview(buffer).cast("i")
        batch.bind({"mover": view})
        del view
        with self.assertRaises(BufferError):
            buffer.extend(b"12345678")
        batch.step(np.zeros(2, np.int32))
        self.assertIn(memoryview(buffer).cast("i")[0], (1, 2))
        del batch
        buffer.clear()

    def test_index(self):
        batch = cornet.Batch("easycome", count=2, seed=1)
        for index in (-1, 2, 2**70, 1.5, "0"):
            self.refused(batch.json, index)
            self.refused(batch.restart, index)
        self.refused(batch.json, 0, 5)
        self.refused(batch.line_of, 0, 10**6)

    def test_runs(self):
        self.refused(cornet.sim, "easycome", ["greedy", "nobody"], 5)
        self.refused(cornet.sim, "easycome", ["greedy", "random"], 0)
        self.refused(cornet.sim, "easycome", ["greedy", "random"], -1)
        self.refused(cornet.sim, "easycome", ["greedy", 3], 5)
        self.refused(cornet.sim, "easycome", ["greedy"] * 50, 5)
        self.refused(cornet.sim, "easycome", ["greedy"], 5)
        self.refused(cornet.sim, "easycome", ["greedy", "random"], 5, threads=-2)
        self.refused(cornet.arena, "easycome", ["greedy"], 5)
        self.refused(cornet.arena, "easycome", ["greedy"] * 17, 5)

    def test_two_threads_on_one_object(self):
        batch = cornet.Batch("wazabi", count=2000, seed=1)
        wrong, refused = [], []

        def work():
            for _ in range(40):
                try:
                    batch.reset(5)
                    batch.look()
                    batch.step(np.zeros(2000, np.int32))
                except RuntimeError:
                    refused.append(1)
                except Exception as error:
                    wrong.append(error)
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([str(error) for error in wrong], [])
        batch.reset(5)

    def test_many_objects_are_freed(self):
        def memory():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        def make():
            for _ in range(50):
                batch = cornet.Batch("wazabi", count=500, seed=1)
                batch.step(np.zeros(500, np.int32))
                match = cornet.Match("wazabi")
                match.roll(cornet.Rng(1))
                match.record().match().copy()
                try:
                    match.play("x")
                except cornet.Error:
                    pass
        make()
        before = memory()
        for _ in range(4):
            make()
        self.assertLess(memory() - before, 3000)  # pages of 4 KB; 200 batches would be far more


if __name__ == "__main__":
    unittest.main()
