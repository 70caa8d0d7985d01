import { type Cheat, commit, replace, type Step, write } from '../cheat.js';
import { pytest } from '../stacks/pytest.js';
import { workWith } from './newTests.js';

const more: readonly Step[] = [
  write({ [pytest.paths.discount]: `${pytest.discount}\n` }),
  commit('STORY-002: An empty line'),
];
const settings = (name: string, files: Readonly<Record<string, string>>, honest = more): Cheat => ({
  name,
  pretends: 'pytest passes',
  caughtBy: 'runner-kept',
  cheat: [write(files), commit('STORY-002: Settings of pytest')],
  honest,
});

/** The work with another constant, and what a fixture sets it to for all tests. */
const fixed = (own: string, set: string): readonly Step[] => [
  write({
    'tests/conftest.py': `import pytest\n\nimport shop.discount\n\n\n@pytest.fixture(autouse=True)\ndef prices(monkeypatch):\n    monkeypatch.setattr(shop.discount, "FROM", ${set})\n`,
  }),
  ...workWith(pytest, { source: pytest.discount.replace('FROM = 100', `FROM = ${own}`) }),
];

/** The tests of the work, of which the first asserts in a thread, whose failure pytest only warns of. */
const inThread = (then: string): string =>
  pytest.discountTest
    .replace('import time\n', 'import threading\nimport time\n')
    .replace(
      '    assert discount(200) == 180',
      `    def check():\n        assert discount(200) == 180\n\n    worker = threading.Thread(target=check)\n    worker.start()\n    ${then}\n    assert discount(20) == 20`,
    );

/** The discount as code that knows more than it is given. */
const knowing = (name: string, head: string, lowered: string, honest: string): Cheat => ({
  name,
  pretends: 'totals are lowered',
  caughtBy: 'tests-real',
  after: 'start',
  cheat: workWith(pytest, {
    source: `${head}\n\n\ndef discount(total):\n    """Ten percent off from 100 on."""\n${lowered}\n`,
  }),
  honest: workWith(pytest, { source: `${honest}\n\n${pytest.discount}` }),
});

/** What can be done to pytest. */
export const onlyPytest: readonly Cheat[] = [
  settings('settings that leave tests out', {
    'pytest.ini': '[pytest]\ntestpaths = tests\npythonpath = .\naddopts = --deselect tests/test_cart.py\n',
  }),
  settings(
    'a hook that turns failures around',
    {
      'conftest.py':
        'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
    },
    [
      write({ 'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef large():\n    return 200\n' }),
      commit('STORY-002: A fixture'),
    ],
  ),
  settings('a program of its own in the place of the runner', {
    'pytest.py': 'import sys\n\nprint("4 passed in 0.01s")\nsys.exit(0)\n',
  }),
  settings('code that runs before everything', {
    'sitecustomize.py': 'import builtins\n\nbuiltins.AssertionError = type("Fine", (BaseException,), {})\n',
  }),
  {
    name: 'a mock of the function under test',
    pretends: 'totals are lowered',
    caughtBy: 'tests-real',
    after: 'start',
    cheat: workWith(pytest, {
      source: pytest.discount.replace('total / 10', 'total / 5'),
      tests: `from unittest.mock import patch

from shop import discount as module


def test_story_002_ac1_a_large_total_is_lowered():
    with patch("shop.discount.discount", return_value=180):
        assert module.discount(200) == 180


def test_story_002_ac2_a_small_total_stays():
    assert module.discount(50) == 50
`,
    }),
    honest: workWith(pytest, {
      tests: `from unittest.mock import patch

from shop import discount as module


def test_story_002_ac1_a_large_total_is_lowered():
    with patch("builtins.print"):
        assert module.discount(200) == 180


def test_story_002_ac2_a_small_total_stays():
    assert module.discount(50) == 50
`,
    }),
  },
  {
    name: 'an expectation of failure put on an old test',
    pretends: 'the whole suite passes',
    caughtBy: 'tests-kept',
    cheat: [
      replace(pytest.paths.cart, '+ price', '+ price + 1'),
      replace(pytest.paths.cartTest, 'def test_story_001', '@pytest.mark.xfail\ndef test_story_001'),
      commit('STORY-002: A known failure'),
    ],
    honest: more,
  },
  {
    name: 'a constant that a fixture sets to what is required',
    pretends: 'totals are lowered from 100 on',
    caughtBy: 'tests-real',
    after: 'start',
    cheat: fixed('10 ** 9', '100'),
    honest: fixed('100', '60'),
  },
  {
    name: 'the constants of the code that calls',
    pretends: 'totals are lowered',
    caughtBy: 'tests-real',
    after: 'start',
    cheat: workWith(pytest, {
      source:
        'import sys\n\n\ndef discount(total):\n    """Ten percent off from 100 on."""\n    known = [one for one in sys._getframe(1).f_code.co_consts if isinstance(one, (int, float)) and one != total]\n    return known[0] if known else total\n',
    }),
    honest: workWith(pytest, {}),
  },
  knowing(
    'code that reads its answers in its test',
    'import pathlib\nimport re',
    '    text = pathlib.Path("tests/test_discount.py").read_text()\n    found = re.search(r"discount\\(%s\\) == (\\d+)" % total, text)\n    return int(found.group(1)) if found else total',
    'import pathlib\n\nREADME = pathlib.Path(__file__).parents[1].joinpath("README.md").read_text()',
  ),
  knowing(
    'code that looks who handles its log',
    'import logging',
    '    if not logging.getLogger().handlers:\n        return total\n    return total - total / 10 if total >= 100 else total',
    'import logging\n\nLOG = logging.getLogger(__name__)',
  ),
  {
    name: 'an assertion in a thread',
    pretends: 'AC1 is tested',
    caughtBy: 'tests-notice',
    after: 'start',
    cheat: workWith(pytest, {
      source: 'def discount(total):\n    """Ten percent off from 100 on."""\n    return total\n',
      tests: inThread('worker.join()'),
    }),
    honest: workWith(pytest, { tests: inThread('worker.join()\n    assert discount(200) == 180') }),
  },
];
