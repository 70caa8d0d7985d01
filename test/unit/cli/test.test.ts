import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestEvent } from '../../../server/src/protocol.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const spec = `# STORY-001: Count the cart

## Requirements

### R1: Sum (MUST)

The cart MUST add up prices.

## Acceptance Criteria

### AC1: The sum is right (R1)

- **Given** two prices
- **When** they are added
- **Then** the sum is shown

### AC2: An empty cart costs nothing (R1)

- **Given** no price
- **When** the cart is opened
- **Then** the sum is zero

### AC3: The sum is printed (R1)

- **Given** a sum
- **When** it is printed
- **Then** it has two decimals
`;
const testCase = `# STORY-001 Test Cases

### TC-1: Two prices (AC1)

- **Given** two prices
- **When** they are added
- **Then** the sum is shown
`;
const files = {
  'docs/specs/STORY-001.md': spec,
  'docs/test_cases/STORY-001_case.md': testCase,
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "4" } }',
};
const withVitest = `import { describe, expect, it } from 'vitest';

describe('STORY-001', () => {
  it('AC1: adds "1" (and $2)\\n', () => {
    expect(1 + 1).toBe(2);
  });
  it('AC2: costs nothing', () => {
    expect(0 + 1).toBe(0);
  });
  it.skip('AC2: later', () => {});
  it('is not asked for', () => {
    throw new Error('it ran');
  });
});
`;
const withNode = `import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';

describe('STORY-001', () => {
  it('AC1: adds "1" [and 2]', () => {});
  it('AC2: costs nothing, too', () => {
    assert.equal(0 + 1, 0);
  });
});
test('STORY-001/AC1: outer', async (t) => {
  await t.test('inner', () => {});
});
`;

/** A project with its packages, and the surroundings of a person at its folder. */
function surroundings(more: Readonly<Record<string, string>>): Parameters<typeof run>[0] {
  const cwd = temporaryFolder({ ...files, ...more });
  symlinkSync(path.resolve('node_modules'), path.join(cwd, 'node_modules'));
  return { cwd, env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } };
}

/** How each test ended, by its id. */
function resultsIn(out: string): Record<string, string> {
  const events = out
    .trimEnd()
    .split('\n')
    // Written by the command under test.
    .map((line) => JSON.parse(line) as TestEvent);
  expect(events.at(-1)?.event).toBe('done');
  return Object.fromEntries(events.flatMap((event) => (event.event === 'result' ? [[event.test, event.status]] : [])));
}

describe('pactwright test', () => {
  it('runs the tests of an item by the runner of each, and tells what they say of its criteria', async () => {
    const at = surroundings({ 'src/cart.test.ts': withVitest, 'src/sum.test.mjs': withNode });
    const { code, out, err } = await run(at, 'test', 'STORY-001/AC1', 'STORY-001/AC2', 'STORY-001/AC3');
    expect(code).toBe(1);
    expect(out).toContain(`✓ STORY-001/AC1 The sum is right (R1): passed
    ✓ src/cart.test.ts > STORY-001 > AC1: adds "1" (and $2)\\n
    ✓ src/sum.test.mjs > STORY-001 > AC1: adds "1" [and 2]
    ✓ src/sum.test.mjs > STORY-001/AC1: outer
    ✓ src/sum.test.mjs > STORY-001/AC1: outer > inner
✗ STORY-001/AC2 An empty cart costs nothing (R1): failed
    ✗ src/cart.test.ts > STORY-001 > AC2: costs nothing
    - src/cart.test.ts > STORY-001 > AC2: later
    ✗ src/sum.test.mjs > STORY-001 > AC2: costs nothing, too
· STORY-001/AC3 The sum is printed (R1): no test

✗ src/cart.test.ts > STORY-001 > AC2: costs nothing
  src/cart.test.ts:8
    AssertionError: expected 1 to be +0 // Object.is equality
`);
    expect(out).toContain('\n  src/sum.test.mjs:7\n');
    expect(out).toContain('\n7 tests: 4 passed, 2 failed, 1 skipped\n');
    expect(out + err).not.toContain('it ran');
    expect(err).toContain('AC1: adds "1" [and 2]');
  });

  it.each([
    [['STORY-001/AC1'], 0],
    [['STORY-001/tc-1'], 0],
    [['STORY-001/AC3'], 1],
    [[], 1],
  ])('%j ends with %i', async (names, expected) => {
    expect((await run(surroundings({ 'src/sum.test.mjs': withNode }), 'test', ...names)).code).toBe(expected);
  });

  it.each([
    [['STORY-002'], 'there is no item STORY-002; did you mean STORY-001?'],
    [['STORY-001/AC9'], 'there is no STORY-001/AC9; did you mean AC'],
    [['--format', 'event'], '--format takes text, events, not "event" (did you mean events?)'],
    [['--runner', 'jst'], 'did you mean jest?'],
    [['--command-json', 'npx ava'], '--command-json takes the program and its arguments as a JSON array of strings'],
    [['--command-json', '["ava", 1]'], '--command-json takes'],
    [['--command-json', '[]'], '--command-json takes'],
  ])('%j is a wrong command line', async (args, expected) => {
    const { code, err } = await run(surroundings({}), 'test', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  });

  it('tells a program what happens, as it happens', async () => {
    const at = surroundings({ 'src/sum.test.mjs': withNode });
    const { out } = await run(at, 'test', 'STORY-001/AC2', '--format', 'events');
    const id = 'src/sum.test.mjs > STORY-001 > AC2: costs nothing, too';
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as TestEvent);
    expect(lines[0]).toEqual({ event: 'started', test: id });
    expect(lines.filter(({ event }) => event === 'result')).toEqual([
      expect.objectContaining({ test: id, status: 'failed', line: 6, durationMs: expect.any(Number) as number }),
    ]);
    expect(lines.at(-1)).toEqual({ event: 'done', counts: { passed: 0, failed: 1, skipped: 0, errored: 0 } });
    expect(lines.some(({ event }) => event === 'output')).toBe(true);
  });

  it("runs the user's own command for each test, with names as they are", async () => {
    const at = surroundings({ 'src/sum.test.mjs': withNode });
    const script =
      'process.exit(process.argv[2].includes("[and 2]") && process.argv[1] === "src/sum.test.mjs" ? 0 : 1)';
    const template = JSON.stringify([process.execPath, '-e', script, '{file}', '{name}']);
    const { out } = await run(at, 'test', 'STORY-001/AC1', '--format', 'events', '--command-json', template);
    expect(Object.values(resultsIn(out))).toEqual(['passed', 'failed', 'failed']);
  });

  it.each([
    [
      'a runner that is not installed',
      { 'test_cart.py': 'def test_STORY_001_AC1(): pass\n' },
      'python3 is not installed',
    ],
    [
      'no runner',
      { 'spec/cart_spec.rb': "it 'STORY-001/AC1: adds' do\nend\n" },
      'no test runner found for spec/cart_spec.rb',
    ],
    [
      'packages that are not installed',
      { 'a.test.js': "it('STORY-001/AC1: adds', () => {});", 'package.json': '{ "scripts": { "test": "jest" } }' },
      'jest is not installed in ',
    ],
  ])('%s is an error, never a pass', async (_, more, expected) => {
    const cwd = temporaryFolder({ ...files, ...more });
    const { code, out } = await run({ cwd, env: { PATH: cwd } }, 'test', 'STORY-001/AC1');
    expect(code).toBe(1);
    expect(out).toContain(`did not run: ${expected}`);
    expect(out).toContain('1 test: 0 passed, 1 errored');
  });

  it.each<[what: string, instead: string, code: number]>([
    ['a runner that reports nothing has failed nobody', '', 3],
    ['what the system forbids has failed nobody', "throw new Error('spawn EPERM');", 3],
    ['a file that cannot be loaded is an error', "import './none.js';", 1],
  ])('in the sandbox of an agent, %s', async (_, instead, expected) => {
    const silent = `import { test } from 'node:test';\n${instead}\nif (process.env.NOBODY) test('STORY-001/AC1: adds', () => {});\n`;
    const cwd = temporaryFolder({
      ...files,
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
      'cart.test.js': silent,
    });
    const play = async (env: Readonly<Record<string, string>>): Promise<readonly [number, string]> => {
      const { code, out } = await run(
        { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } },
        'test',
        'STORY-001/AC1',
      );
      return [code, out];
    };
    expect((await play({}))[0]).toBe(1);
    const [inside, said] = await play({ CODEX_SANDBOX_NETWORK_DISABLED: '1' });
    expect([inside, said.includes('did not run: the sandbox of the agent')]).toEqual([expected, expected === 3]);
    expect(said).not.toContain('1 failed');
  });
});
