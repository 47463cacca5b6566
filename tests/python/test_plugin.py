"""Plugins in Python. Runs in a separate process, because plugins stay loaded. The environment variable PLUGINS is their folder."""
import json
import os
import pathlib
import subprocess
import unittest

import cornet
import cornet.gymnasium
import cornet.openspiel
import cornet.pettingzoo
import numpy as np

PLUGINS = pathlib.Path(os.environ["PLUGINS"])
BEFORE = [game.id for game in cornet.games()]
LOADED = cornet.load(PLUGINS / "race.so")


class Plugin(unittest.TestCase):
    def test_it_is_a_game(self):
        self.assertNotIn("race", BEFORE)
        self.assertEqual([(game.id, game.title, game.players_max) for game in LOADED], [("race", "Race", 4)])
        self.assertIn(LOADED[0], cornet.games())
        self.assertIn("careful", [agent.name for agent in cornet.Game("race").agents])

    def test_match_and_record(self):
        match, rng, bot = cornet.Match("race", 3), cornet.Rng(1), cornet.Bot("race", "careful", 3)
        while not match.over:
            match.roll(rng) if match.mover == cornet.CHANCE else match.play_action(bot.act(match, rng))
        self.assertEqual(sorted(match.result().values()), [0, 0, 1])
        self.assertEqual(cornet.Record(match.record().text).match().state(), match.state())
        self.assertEqual(len(match.numbers(1)), len(cornet.Batch("race", 3).number_names))

    def test_same_as_the_program(self):
        said = subprocess.run([os.environ["CORNET"], "sim", "race", "--load", str(PLUGINS / "race.so"), "--agents", "careful,random",
                               "--games", "300", "--seed", "4", "--json"], check=True, capture_output=True, text=True).stdout
        mine = cornet.sim("race", ["careful", "random"], 300, seed=4)
        self.assertEqual(list(mine.mean.values()), json.loads(said)["wins"])
        self.assertEqual(cornet.arena("race", ["careful", "random"], 20).pairs[0].games, 20)

    def test_batch(self):
        batch = cornet.Batch("race", count=50, seed=1, bots={2: "careful"})
        generator, won = np.random.default_rng(1), np.zeros(2)
        for _ in range(100):
            batch.step(batch.random_choices(generator))
            won += batch.reward.sum(axis=0)
        self.assertGreater(won[1], won[0])

    def test_adapters(self):
        env = cornet.gymnasium.CornetEnv("race", opponents="careful")
        env.reset(seed=1)
        self.assertEqual(len(env.step(0)), 5)
        table = cornet.pettingzoo.env("race", 4)
        table.reset(seed=1)
        for _ in table.agent_iter():
            table.step(None if table.last()[2] else 0)
        state = cornet.openspiel.load_game("race").new_initial_state()
        state.apply_action(1)
        self.assertTrue(state.is_chance_node())
        self.assertIn("race", cornet.openspiel.registered_names())

    def test_what_does_not_load(self):
        for wrong in (PLUGINS / "race.so", PLUGINS / "empty.so", PLUGINS / "nothing.so", __file__, "", "a\0b", 3, None):
            with self.assertRaises((cornet.Error, TypeError, ValueError)) as caught:
                cornet.load(wrong)
            self.assertNotIn("\n", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
