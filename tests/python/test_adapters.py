"""The contracts that Gymnasium, PettingZoo and OpenSpiel document, in plain Python (their own tests: test_conformance.py)."""
import contextlib
import copy
import io
import json
import pickle
import random
import unittest

import cornet
import cornet.gymnasium
import cornet.openspiel
import cornet.pettingzoo
import numpy as np

GAMES = ["easycome", "wazabi", "debacle", "themots"]


class Gymnasium(unittest.TestCase):
    def play(self, env, seed, generator):
        observation, info = env.reset(seed=seed)
        seen = [observation]
        for _ in range(150):
            self.assertIn(observation, env.observation_space)
            mask = info["action_mask"]
            self.assertEqual((mask.shape, mask.dtype), ((env.action_space.n,), np.int8))
            self.assertEqual(list(np.flatnonzero(mask)), sorted(env.action_lines()))
            action = generator.choice(np.flatnonzero(mask))
            self.assertTrue(env.action_space.contains(action))
            observation, reward, terminated, truncated, info = env.step(action)
            seen.append(observation)
            self.assertEqual((type(reward), type(terminated), type(truncated)), (float, bool, bool))
            self.assertFalse(truncated)
            self.assertTrue(terminated or reward == 0)
            if terminated:
                self.assertTrue(0 <= reward <= 1)
                with self.assertRaises(cornet.Error):
                    env.step(0)
                break
        return np.array(seen)

    def test_contract(self):
        for id in GAMES:
            env = cornet.gymnasium.CornetEnv(id, opponents="random")
            with self.assertRaises(cornet.Error):
                env.step(0)  # before reset
            for seed in range(3):
                first = self.play(env, seed, np.random.default_rng(seed))
                again = self.play(env, seed, np.random.default_rng(seed))
                self.assertTrue(np.array_equal(first, again), id)
            other, _ = env.reset()
            self.assertIsInstance(other, np.ndarray)
            env.close()
            env.close()

    def test_illegal_action_ends_the_game(self):
        env = cornet.gymnasium.CornetEnv("easycome", seat=2)
        env.reset(seed=1)
        _, reward, terminated, _, info = env.step(env.action_space.n - 1)
        self.assertEqual((reward, terminated, info["illegal"]), (-1.0, True, True))
        env.reset(seed=1)

    def test_actions_are_whole_numbers(self):
        env, table, state = (cornet.gymnasium.CornetEnv("easycome"), cornet.pettingzoo.env("easycome"),
                             cornet.openspiel.load_game("easycome").new_initial_state())
        env.reset(seed=1)
        table.reset(seed=1)
        for call in (env.step, table.step, state.apply_action):
            for wrong in (0.9, np.float32(0), "0", [0], np.zeros(1)):
                with self.assertRaisesRegex(TypeError, "^an action is a whole number, not "):
                    call(wrong)
        for call in (env.step, table.step, state.apply_action):
            call(np.int8(0))  # stop, and the first outcome

    def test_seeds(self):
        for env in (cornet.gymnasium.CornetEnv("easycome"), cornet.pettingzoo.env("easycome")):
            for wrong in (-1, 2**64):
                with self.assertRaises(ValueError):
                    env.reset(seed=wrong)

    def test_arguments(self):
        for arguments in ({"seat": 3}, {"seat": 0}, {"players": 9}, {"opponents": "nobody"}, {"render_mode": "rgb_array"}):
            with self.assertRaises(cornet.Error):
                cornet.gymnasium.CornetEnv("easycome", **arguments)
        env = cornet.gymnasium.CornetEnv("easycome", render_mode="ansi")
        env.reset(seed=1)
        self.assertTrue(env.render().startswith("{"))
        for make in (cornet.gymnasium.CornetEnv, cornet.pettingzoo.env):
            with contextlib.redirect_stdout(io.StringIO()) as shown:
                env = make("easycome", render_mode="human")
                env.reset(seed=1)
                self.assertIsNone(env.render())
            self.assertTrue(shown.getvalue().startswith("{"))
        with self.assertRaises(cornet.Error):
            cornet.pettingzoo.env("easycome", render_mode="rgb_array")

    def test_many_games_are_the_games_of_a_batch(self):
        for id in GAMES:
            env = cornet.gymnasium.CornetVectorEnv(id, 16, opponents="random", seat=2)
            batch = cornet.Batch(id, count=16, seed=5, ids=True, bots={1: "random"})
            observations, infos = env.reset(seed=5)
            batch.reset(5)
            batch.look()
            generator, ended = np.random.default_rng(1), 0
            for step in range(150):
                self.assertIn(observations, env.observation_space)
                self.assertTrue(np.array_equal(observations, batch.features))
                self.assertTrue(np.array_equal(infos["action_mask"], batch.id_mask))
                self.assertEqual(infos["action_mask"].shape, (16, env.single_action_space.n))
                kept = observations.copy()
                actions = env.random_actions(generator)
                self.assertIn(actions, env.action_space)
                before, (observations, rewards, ends, cuts, infos) = observations, env.step(actions.tolist() if step % 2 else actions)
                self.assertTrue(np.array_equal(before, kept))  # nothing that was returned changes later
                batch.step(actions)
                self.assertTrue(np.array_equal(rewards, batch.reward[:, 1]) and np.array_equal(ends, batch.done) and not cuts.any())
                self.assertEqual(ends.any(), "final_obs" in infos)
                ended += ends.sum()
            if id not in ("debacle", "wazabi"):
                self.assertGreater(ended, 0)
            again, _ = env.reset(seed=5)
            self.assertTrue(np.array_equal(again, cornet.gymnasium.CornetVectorEnv(id, 16, opponents="random", seat=2).reset(seed=5)[0]))
            wrong = np.argmin(infos["action_mask"], axis=1)
            with self.assertRaisesRegex(cornet.Error, "not legal now"):
                env.step(np.argmin(env.reset()[1]["action_mask"], axis=1))
            self.assertEqual(wrong.shape, (16,))
            self.assertIn(getattr(env.metadata["autoreset_mode"], "value", env.metadata["autoreset_mode"]), ["SameStep"])
            env.close()
            env.close()

    def test_what_wrappers_ask_for(self):
        with cornet.gymnasium.CornetEnv("themots") as env:  # a game without an agent "greedy"
            self.assertIs(env.unwrapped, env)
            env.reset(seed=5)
            first = env.np_random.integers(10**9)
            self.assertEqual(env.np_random_seed, 5)
            env.reset(seed=5)
            self.assertEqual(env.np_random.integers(10**9), first)
            self.assertTrue(env.has_wrapper_attr("seat") and env.get_wrapper_attr("seat") == 1)
            env.set_wrapper_attr("seat", 1)
            self.assertIn("CornetEnv", str(env))
            self.assertTrue(np.isfinite(env.observation_space.low).all() and np.isfinite(env.observation_space.high).all())

    def test_without_a_seed_games_differ(self):
        for make in (lambda: cornet.gymnasium.CornetEnv("wazabi"), lambda: cornet.pettingzoo.env("wazabi")):
            seen = set()
            for _ in range(8):
                env = make()
                env.reset()
                seen.add(str(env.observe("seat_1")["observation"] if hasattr(env, "observe") else env.step(0)[0]))  # pass
            self.assertGreater(len(seen), 1)


class PettingZoo(unittest.TestCase):
    def play(self, env, seed):
        generator, seen = np.random.default_rng(seed), []
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(400):
            self.assertEqual(set(env.rewards), set(env.agents))
            self.assertEqual(set(env.terminations), set(env.agents))
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            seen.append(observation["observation"].tolist())
            self.assertTrue(env.observation_space(agent).contains(observation))
            self.assertTrue(env.state_space.contains(env.state()))
            self.assertTrue(np.array_equal(env.state(), np.concatenate([env.observe(each)["observation"] for each in env.possible_agents])))
            for other in env.agents:
                if other != agent:
                    self.assertEqual(env.observe(other)["action_mask"].sum(), 0)
            mask = observation["action_mask"]
            self.assertEqual(mask.shape, (env.action_space(agent).n,))
            if terminated or truncated:
                self.assertEqual(mask.sum(), 0)
                with self.assertRaises(cornet.Error):
                    env.step(0)
                env.step(None)
                continue
            for wrong in (None, -1, env.action_space(agent).n, *np.flatnonzero(mask == 0)[:3]):
                with self.assertRaises(cornet.Error):
                    env.step(wrong)
            env.step(generator.choice(np.flatnonzero(mask)))
        return seen, total, not env.agents

    def test_contract(self):
        ended = 0
        for id in GAMES:
            for players in (2, 3) if id != "debacle" else (2,):
                env = cornet.pettingzoo.env(id, players)
                self.assertEqual(env.possible_agents, [f"seat_{seat}" for seat in range(1, players + 1)])
                self.assertIs(env.action_space("seat_1"), env.action_space("seat_1"))
                first, total, over = self.play(env, 3)
                again, _, _ = self.play(env, 3)
                self.assertEqual(first, again)
                if over:
                    self.assertAlmostEqual(sum(total.values()), 1)
                    ended += 1
        self.assertGreater(ended, 3)

    def test_copies(self):
        """A table can be copied and pickled, and the copies continue identically."""
        env = cornet.pettingzoo.env("wazabi", 3, render_mode="ansi")
        env.reset(seed=1)
        for _ in range(5):
            env.step(np.argmax(env.last()[0]["action_mask"]))
        tables = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        for table in tables:
            for _ in range(20):  # or to the end of the game
                table.step(None if table.last()[2] else np.argmax(table.last()[0]["action_mask"]))
                if not table.agents:
                    break
        logs = [table.render() for table in tables]
        self.assertEqual(logs, logs[:1] * 3)


class Parallel(unittest.TestCase):
    def play(self, seed, players, patience):
        env, generator = cornet.pettingzoo.parallel_env(players=players, options={"tokens": 5}), np.random.default_rng(seed)
        observations, infos = env.reset(seed=seed)
        seen, waits = [], 0
        for _ in range(2000):
            self.assertEqual(set(observations), set(env.agents))
            actions = {}
            for agent in env.agents:
                self.assertTrue(env.observation_space(agent).contains(observations[agent]))
                legal = np.flatnonzero(observations[agent]["action_mask"])
                self.assertEqual(legal[-1], env.action_space(agent).n - 1)  # to wait
                waiting = generator.random() < patience
                actions[agent] = legal[-1] if waiting else generator.choice(legal[:-1]) if len(legal) > 1 else legal[-1]
                waits += len(legal) > 1 and waiting
            seen.append(str(observations))
            observations, rewards, ends, cuts, infos = env.step(actions)
            self.assertFalse(any(cuts.values()))
            if not env.agents:
                self.assertTrue(all(ends.values()))
                self.assertAlmostEqual(sum(rewards.values()), 1)
                return seen, waits
            self.assertEqual(set(rewards.values()), {0.0})
        self.fail("the game does not end")

    def test_games(self):
        for players, patience in ((2, 0.3), (3, 0), (6, 0.5)):
            first, waits = self.play(4, players, patience)
            self.assertEqual((first, waits), self.play(4, players, patience))
            self.assertEqual(waits > 0, patience > 0)

    def test_everybody_waits(self):
        env = cornet.pettingzoo.parallel_env(players=2)
        env.reset(seed=1)
        wait = env.action_space("seat_1").n - 1
        before = env._match.turns
        env.step({"seat_1": wait, "seat_2": wait})
        self.assertEqual((env._match.turns, "* time" in env._match.lines), (before + 1, True))

    def test_faster(self):
        """If both say the same word, one of them is too late and loses nothing."""
        env = cornet.pettingzoo.parallel_env(players=3)
        env.reset(seed=3)
        env.step({"seat_1": 3, "seat_2": 3, "seat_3": env.action_space("seat_3").n - 1})
        self.assertEqual(sum(" say " in line for line in env._match.lines), 1)

    def test_refusals(self):
        with self.assertRaisesRegex(cornet.Error, "use cornet.pettingzoo.env"):
            cornet.pettingzoo.parallel_env("wazabi")
        env = cornet.pettingzoo.parallel_env(players=2)
        env.reset(seed=1)
        for wrong in ({"seat_1": 0}, {"seat_1": 1, "seat_2": 0}, {"seat_1": -1, "seat_2": 0}):
            with self.assertRaises(cornet.Error):
                env.step(wrong)
        self.assertFalse(any(" pass" in line for line in env._match.lines))


class OpenSpiel(unittest.TestCase):
    """The checks of OpenSpiel's own random simulation test."""

    def check_state(self, game, state):
        self.assertEqual(state.is_terminal() + state.is_chance_node() + state.is_player_node(), 1)
        legal = state.legal_actions()
        self.assertEqual(legal, sorted(set(legal)))
        self.assertEqual(sum(state.legal_actions_mask()), len(legal))
        self.assertEqual(str(state.clone()), str(state))
        for player in range(game.num_players()):
            self.assertEqual(len(state.observation_tensor(player)), game.observation_tensor_size())
            if player != state.current_player():
                self.assertEqual(state.legal_actions(player), [])
        if state.is_chance_node():
            self.assertAlmostEqual(sum(probability for _, probability in state.chance_outcomes()), 1)
            self.assertLessEqual(len(legal), game.max_chance_outcomes())
        elif state.is_player_node():
            self.assertLessEqual(max(legal), game.num_distinct_actions() - 1)
            self.assertEqual(state.returns(), [0.0] * game.num_players())
            line = state.action_to_string(state.current_player(), legal[-1])
            self.assertEqual(state.string_to_action(line), legal[-1])

    def test_random_games(self):
        for id in cornet.openspiel.registered_names():
            generator = random.Random(5)
            game = cornet.openspiel.load_game(id, {"players": 2})
            state = game.new_initial_state()
            for move in range(200):
                if move % 10 == 0:
                    self.check_state(game, state)
                if state.is_terminal():
                    break
                before, player = str(state), state.current_player()
                actions, weights = zip(*(state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]))
                action = generator.choices(actions, weights)[0]
                state.apply_action(action)
                if move % 10 == 0:
                    copy = state.clone()
                    copy.undo_action(player, action)
                    self.assertEqual(str(copy), before)
            self.assertEqual(str(game.deserialize_state(state.serialize())), str(state))
            self.assertEqual(len(state.history()), state.move_number())
            again = pickle.loads(pickle.dumps(state))
            self.assertEqual((str(again), again.history()), (str(state), state.history()))
            if state.is_terminal():
                self.assertAlmostEqual(sum(state.returns()), game.utility_sum())
                self.assertEqual((state.legal_actions(), state.current_player()), ([], cornet.openspiel.PlayerId.TERMINAL))

    def test_types(self):
        kinds = {id: cornet.openspiel.load_game(id).get_type() for id in ("easycome", "wazabi", "debacle")}
        self.assertEqual([kind.chance_mode.name for kind in kinds.values()], ["EXPLICIT_STOCHASTIC", "EXPLICIT_STOCHASTIC", "DETERMINISTIC"])
        self.assertEqual([kind.information.name for kind in kinds.values()],
                         ["PERFECT_INFORMATION", "IMPERFECT_INFORMATION", "PERFECT_INFORMATION"])

    def test_horizon(self):
        """At the limit a game ends with equal shares, and its bounds include them."""
        game = cornet.openspiel.load_game("wazabi(players=3,horizon=30)")
        state = game.new_initial_state()
        self.assertTrue(state.is_initial_state())
        while not state.is_terminal():
            self.assertLess(state.move_number(), game.max_history_length())
            state.apply_action(state.legal_actions()[0])
        self.assertEqual((state.move_number(), state.returns(), state.legal_actions()), (30, [1 / 3] * 3, []))
        self.assertEqual((state.current_player(), state.get_type()), (-4, cornet.openspiel.StateType.TERMINAL))
        self.assertEqual({game.max_game_length(), game.max_chance_nodes_in_history(), game.max_move_number()}, {30})
        self.assertEqual(cornet.openspiel.load_game("debacle").max_chance_nodes_in_history(), 0)
        for wrong in (0, -1):
            with self.assertRaises(cornet.Error):
                cornet.openspiel.load_game("wazabi", {"horizon": wrong})

    def test_information_states(self):
        """Tensors are equal exactly if the texts are: they include a player's own cards, but not those of others."""
        game = cornet.openspiel.load_game("wazabi", {"horizon": 40})
        self.assertTrue(game.get_type().provides_information_state_tensor)
        generator, seen = random.Random(2), {}
        for _ in range(40):
            state = game.new_initial_state()
            for _ in range(6):  # the cards
                state.apply_action(generator.choice(state.legal_actions()[:2]))
            for player in (0, 1):
                tensor = state.information_state_tensor(player)
                self.assertEqual([len(tensor)], game.information_state_tensor_shape())
                seen.setdefault(state.information_state_string(player), set()).add(tuple(tensor))
        self.assertTrue(all(len(tensors) == 1 for tensors in seen.values()))
        self.assertEqual(len(set().union(*seen.values())), len(seen))
        self.assertLess(len(seen), 80)  # some are of different states
        plain = cornet.openspiel.load_game("wazabi")
        self.assertFalse(plain.get_type().provides_information_state_tensor)
        with self.assertRaises(cornet.Error):
            plain.information_state_tensor_shape()

    def test_texts(self):
        o = cornet.openspiel
        game = o.load_game("wazabi", {"players": 3, "teams": "off"})
        self.assertEqual(o.load_game(str(game)), game)
        self.assertEqual(o.load_game(o.load_game("easycome").serialize()).num_players(), 2)
        state = game.new_initial_state()
        state.apply_action(1)
        again, there = o.deserialize_game_and_state(o.serialize_game_and_state(game, state))
        self.assertEqual((again, str(there)), (game, str(state)))
        self.assertEqual(state.to_dict(), json.loads(state.to_json()))
        self.assertEqual(pickle.loads(pickle.dumps(game.get_type())), game.get_type())
        self.assertEqual([kind.short_name for kind in o.registered_games()], o.registered_names())

    def test_refusals(self):
        with self.assertRaises(cornet.Error):
            cornet.openspiel.load_game("themots")
        with self.assertRaises(cornet.Error):
            cornet.openspiel.load_game("easycome", {"players": 9})
        state = cornet.openspiel.load_game("easycome").new_initial_state()
        for wrong in (-1, 10**6):
            with self.assertRaises(cornet.Error):
                state.apply_action(wrong)
        with self.assertRaises(cornet.Error):
            state.observation_tensor(2)
        with self.assertRaises(cornet.Error):
            state.undo_action(0, 0)


if __name__ == "__main__":
    unittest.main()
