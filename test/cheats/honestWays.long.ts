import { describe, expect, it } from 'vitest';
import { oneOfEach } from '../support/runs.js';
import { type Cheat, commit, type Stack, write } from './cheat.js';
import { blockersOf, play } from './play.js';
import { node } from './stacks/node.js';
import { pytest } from './stacks/pytest.js';
import { vitest } from './stacks/vitest.js';

/** A test file of honest people, in place of the one that all cheats begin with. */
interface Way {
  readonly name: string;
  readonly tests: string;
  /** Whether it is no honest one, and has to be refused. */
  readonly refused?: true;
}

const head = (imports: string): string => `${imports}\nimport { discount } from '../src/discount.js';\n\n`;
const nodeHead = head("import assert from 'node:assert/strict';\nimport { test } from 'node:test';");
const vitestHead = head("import { describe, expect, it, test } from 'vitest';");
const pytestHead = 'import os\nimport sys\n\nimport pytest\n\nfrom shop.discount import discount\n\n\n';

const nodeBoth = `test('STORY-002/AC1: a large total is lowered', () => {
  assert.equal(discount(200), 180);
});

test('STORY-002/AC2: a small total stays', () => {
  assert.equal(discount(50), 50);
});
`;
const vitestBoth = `it('STORY-002/AC1: a large total is lowered', () => {
  expect(discount(200)).toBe(180);
});

it('STORY-002/AC2: a small total stays', () => {
  expect(discount(50)).toBe(50);
});
`;
const pytestBoth = `def test_story_002_ac1_a_large_total_is_lowered():
    """STORY-002/AC1: a large total is lowered"""
    assert discount(200) == 180


def test_story_002_ac2_a_small_total_stays():
    """STORY-002/AC2: a small total stays"""
    assert discount(50) == 50
`;

const ofNode: readonly Way[] = [
  {
    name: 'a test for another platform only',
    tests: `${nodeHead}${nodeBoth}
test('STORY-002/AC1: on another platform', { skip: process.platform !== 'sunos' }, () => {
  assert.equal(discount(300), 270);
});
`,
  },
  {
    name: 'a test that is skipped at run time, with a reason',
    tests: `${nodeHead}${nodeBoth}
test('STORY-002/AC2: with a database', (t) => {
  if (!process.env.SHOP_DATABASE) {
    t.skip('no database here');
    return;
  }
  assert.equal(discount(60), 60);
});
`,
  },
  {
    name: 'a reason that is computed',
    tests: `${nodeHead}${nodeBoth}
const missing = process.env.SHOP_DATABASE === undefined ? 'no database here' : false;

test('STORY-002/AC2: with a database', { skip: missing }, () => {
  assert.equal(discount(60), 60);
});
`,
  },
  {
    name: 'a loop over a table, with values in the title',
    tests: `${nodeHead}for (const [total, expected] of [[200, 180], [100, 90]])
  test(\`STORY-002/AC1: \${total} becomes \${expected}\`, () => {
    assert.equal(discount(total), expected);
  });

for (const total of [0, 50, 99]) {
  test(\`STORY-002/AC2: \${total} stays\`, () => {
    assert.equal(discount(total), total);
  });
}
`,
  },
  {
    name: 'a loop over a table that holds the titles',
    tests: `${nodeHead}const cases = [
  { title: 'STORY-002/AC1: a large total is lowered', total: 200, expected: 180 },
  { title: 'STORY-002/AC1: the smallest large total is lowered', total: 100, expected: 90 },
  { title: 'STORY-002/AC2: a small total stays', total: 50, expected: 50 },
];

for (const { title, total, expected } of cases)
  test(title, () => {
    assert.equal(discount(total), expected);
  });
`,
  },
  {
    name: 'a table whose titles are keys',
    tests: `${nodeHead}const cases = {
  'STORY-002/AC1: a large total is lowered': [200, 180],
  'STORY-002/AC2: a small total stays': [50, 50],
};

Object.entries(cases).forEach(([title, [total, expected]]) => {
  test(title, () => {
    assert.equal(discount(total), expected);
  });
});
`,
  },
  {
    name: 'subtests of a loop',
    tests: `${nodeHead}const cases = [
  ['STORY-002/AC1: a large total is lowered', 200, 180],
  ['STORY-002/AC2: a small total stays', 50, 50],
];

test('discounts', async (t) => {
  for (const [title, total, expected] of cases)
    await t.test(title, () => {
      assert.equal(discount(total), expected);
    });
});
`,
  },
  {
    name: 'a criterion whose every test is skipped',
    refused: true,
    tests: `${nodeHead}test('STORY-002/AC1: a large total is lowered', () => {
  assert.equal(discount(200), 180);
});

test('STORY-002/AC2: a small total stays', { skip: process.platform !== 'sunos' }, () => {
  assert.equal(discount(50), 50);
});
`,
  },
];

const ofVitest: readonly Way[] = [
  {
    name: 'a test for another platform only',
    tests: `${vitestHead}${vitestBoth}
it.skipIf(process.platform !== 'sunos')('STORY-002/AC1: on another platform', () => {
  expect(discount(300)).toBe(270);
});

it.runIf(process.env.SHOP_DATABASE)('STORY-002/AC1: with a database', () => {
  expect(discount(300)).toBe(270);
});
`,
  },
  {
    name: 'a test that is skipped at run time, with a reason',
    tests: `${vitestHead}${vitestBoth}
it('STORY-002/AC2: with a database', ({ skip }) => {
  skip(process.env.SHOP_DATABASE === undefined, 'no database here');
  expect(discount(60)).toBe(60);
});
`,
  },
  {
    name: 'it.each with the titles in the table',
    tests: `${vitestHead}it.each([
  { title: 'STORY-002/AC1: a large total is lowered', total: 200, expected: 180 },
  { title: 'STORY-002/AC2: a small total stays', total: 50, expected: 50 },
])('$title', ({ total, expected }) => {
  expect(discount(total)).toBe(expected);
});
`,
  },
  {
    name: 'it.each with the titles first',
    tests: `${vitestHead}const cases = [
  ['STORY-002/AC1: a large total is lowered', 200, 180],
  ['STORY-002/AC2: a small total stays', 50, 50],
];

it.each(cases)('%s', (_, total, expected) => {
  expect(discount(total)).toBe(expected);
});
`,
  },
  {
    name: 'describe.each over criteria',
    tests: `${vitestHead}describe.each([
  ['AC1', 200, 180],
  ['AC2', 50, 50],
])('STORY-002/%s', (_, total, expected) => {
  it('is as asked for', () => {
    expect(discount(total)).toBe(expected);
  });
});
`,
  },
  {
    name: 'a loop over a table that holds the titles',
    tests: `${vitestHead}const cases = [
  { title: 'STORY-002/AC1: a large total is lowered', total: 200, expected: 180 },
  { title: 'STORY-002/AC2: a small total stays', total: 50, expected: 50 },
];

for (const { title, total, expected } of cases) {
  test(title, () => {
    expect(discount(total)).toBe(expected);
  });
}
`,
  },
];

const ofPytest: readonly Way[] = [
  {
    name: 'a test for another platform only',
    tests: `${pytestHead}${pytestBoth}

@pytest.mark.skipif(sys.platform != "sunos", reason="another platform")
def test_story_002_ac1_on_another_platform():
    """STORY-002/AC1: on another platform"""
    assert discount(300) == 270
`,
  },
  {
    name: 'a test that is skipped at run time, with a reason',
    tests: `${pytestHead}${pytestBoth}

def test_story_002_ac2_with_a_database():
    """STORY-002/AC2: with a database"""
    if "SHOP_DATABASE" not in os.environ:
        pytest.skip("no database here")
    assert discount(60) == 60
`,
  },
  {
    name: 'parametrize with ids',
    tests: `${pytestHead}@pytest.mark.parametrize(
    "total, expected",
    [(200, 180), (50, 50)],
    ids=["STORY-002/AC1: a large total is lowered", "STORY-002/AC2: a small total stays"],
)
def test_discount(total, expected):
    assert discount(total) == expected
`,
  },
  {
    name: 'parameters with ids',
    tests: `${pytestHead}@pytest.mark.parametrize(
    "total, expected",
    [
        pytest.param(200, 180, id="STORY-002-AC1-a-large-total-is-lowered"),
        pytest.param(50, 50, id="STORY-002-AC2-a-small-total-stays"),
    ],
)
def test_discount(total, expected):
    assert discount(total) == expected
`,
  },
];

const all: readonly (readonly [Stack, readonly Way[]])[] = [
  [node, ofNode],
  [vitest, ofVitest],
  [pytest, ofPytest],
];

describe.each(all.map(([stack, ways]) => ({ stack, ways, name: stack.name })))('$name', ({ stack, ways }) => {
  it.skipIf(!stack.isHere).each(oneOfEach(ways, ({ refused }) => String(refused)))(
    'judges: $name',
    async ({ name, tests, refused }) => {
      const way: Cheat = {
        name,
        pretends: 'Nothing',
        caughtBy: 'tests-pass',
        cheat: [],
        honest: [write({ [stack.paths.discountTest]: tests }), commit('STORY-002: Test it in another way')],
      };
      const verdict = await play(stack, way, 'honest');
      if (refused) expect(verdict.answer).toBe('refused');
      else expect(blockersOf(verdict)).toBe('');
    },
    180_000,
  );
});
