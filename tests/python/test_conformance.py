"""Runs the conformance tests of Gymnasium, PettingZoo and OpenSpiel, if those packages can be imported."""
import contextlib
import importlib
import io
import unittest
import warnings

import cornet
import cornet.gymnasium
import cornet.openspiel
import cornet.pettingzoo
import numpy as np

GAMES = ["easycome", "wazabi", "debacle", "themots"]

# Members of pyspiel that Cornet does not offer: structs, observers, simultaneous and mean field games, and states of other games.
NOT_OFFERED = {
    "State": {"action_to_struct", "actions_to_struct", "apply_action_struct", "apply_actions", "apply_actions_with_legality_checks",
              "distribution_support", "get_action_struct_sampler", "mean_field_population", "resample_from_infostate",
              "starting_state", "starting_state_str", "struct_to_actions", "to_observation_struct", "to_struct",
              "update_distribution", "validate_action_struct"},
    "Game": {"action_struct_spec", "make_observer", "new_initial_state_for_population"}}


class Theirs(unittest.TestCase):
    def setUp(self):
        """Silences their output and their warnings about unusual but valid games."""
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))

    def need(self, name):
        try:
            return importlib.import_module(name)
        except ImportError:
            self.skipTest(f"{name.partition('.')[0]} is not installed")


class Gymnasium(Theirs):
    def test_check_env(self):
        gymnasium, checker = self.need("gymnasium"), self.need("gymnasium.utils.env_checker")
        for id in GAMES:
            checker.check_env(gymnasium.make(f"cornet/{id}-v1", opponents="random", render_mode="ansi").unwrapped)


    def test_vector(self):
        gymnasium = self.need("gymnasium")
        wrappers = self.need("gymnasium.wrappers.vector")
        for id in GAMES:
            env = gymnasium.make_vec(f"cornet/{id}-v1", num_envs=5, opponents="random")
            self.assertIs(env.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode.SAME_STEP)
            self.assertEqual(env.observation_space, gymnasium.vector.utils.batch_space(env.single_observation_space, 5))
            self.assertEqual(env.action_space, gymnasium.vector.utils.batch_space(env.single_action_space, 5))
            counted, generator = wrappers.RecordEpisodeStatistics(env), np.random.default_rng(2)
            observations, _ = counted.reset(seed=3)
            for _ in range(200):
                self.assertIn(observations, env.observation_space)
                observations, _, ends, _, infos = counted.step(env.unwrapped.random_actions(generator))
                self.assertEqual(ends.any(), "episode" in infos)
            counted.close()


class PettingZoo(Theirs):
    def test_parallel(self):
        tests = self.need("pettingzoo.test")
        for players in (2, 4):
            tests.parallel_api_test(cornet.pettingzoo.parallel_env(players=players), num_cycles=300)

    def test_theirs(self):
        tests, states = self.need("pettingzoo.test"), self.need("pettingzoo.test.state_test")
        wrappers = self.need("pettingzoo.utils.wrappers")
        for id in GAMES:
            for players in (2, 3) if id != "debacle" else (2,):
                def make(render_mode=None):
                    return cornet.pettingzoo.env(id, players, render_mode=render_mode)
                tests.api_test(make(), num_cycles=60)
                tests.api_test(wrappers.OrderEnforcingWrapper(make()), num_cycles=60)
                tests.seed_test(make, num_cycles=40)
                tests.render_test(make)
                states.test_state_space(make())
                states.test_state(wrappers.TerminateIllegalWrapper(make(), illegal_reward=-1), 10)


class OpenSpiel(Theirs):
    def test_names(self):
        pyspiel = self.need("pyspiel")
        for name, absent in NOT_OFFERED.items():
            theirs = {member for member in dir(getattr(pyspiel, name)) if not member.startswith("_")}
            self.assertEqual(theirs - set(dir(getattr(cornet.openspiel, name))) - absent, set())

    def test_simulation(self):
        self.need("pyspiel")
        test = self.need("open_spiel.python.tests.games_sim_test").GamesSimTest()
        for kind in cornet.openspiel.registered_games():
            for players in range(kind.min_num_players, kind.max_num_players + 1):
                for parameters in ({"players": players}, {"players": players, "horizon": 50}):
                    test.sim_game(cornet.openspiel.load_game(kind.short_name, parameters), check_pyspiel_serialization=False)

    def test_search(self):
        self.need("pyspiel")
        mcts = self.need("open_spiel.python.algorithms.mcts")
        random = np.random.RandomState(1)
        game = cornet.openspiel.load_game("easycome")
        bot = mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        state = game.new_initial_state()
        for _ in range(30):
            actions, odds = zip(*state.chance_outcomes()) if state.is_chance_node() else ([bot.step(state)], [1.0])
            state.apply_action(random.choice(actions, p=odds))

    def test_environment(self):
        self.need("pyspiel")
        environment = self.need("open_spiel.python.rl_environment")
        for name, size in (("easycome", 35), ("wazabi(horizon=100)", 245)):
            env = environment.Environment(cornet.openspiel.load_game(name))
            self.assertEqual(env.observation_spec()["info_state"], (size,))
            step = env.reset()
            for _ in range(20):
                if not step.last():
                    step = env.step([step.observations["legal_actions"][step.observations["current_player"]][0]])


if __name__ == "__main__":
    unittest.main(verbosity=2)
