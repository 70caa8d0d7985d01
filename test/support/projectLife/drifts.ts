import type { ItemDocument, ItemState } from './item.js';
import { paths, spec as renderSpec } from './item.js';
import type { Life } from './life.js';
import type { Drift, Fate, LostHabit, PartialLook } from './play.js';

const replace =
  (document: ItemDocument, from: string, to: string) =>
  (item: ItemState): void => {
    item.replaced[document].push([from, to]);
  };

const times = (count: number, fate: Fate, name: string, drift: Omit<Drift, 'name' | 'fate'>): readonly Drift[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${at + 1}`, fate, ...drift }));

/** The first item on main at this stage: one that nothing is wrong with. */
function first(life: Life, stage: ItemState['stage'], besides: ItemState): ItemState {
  const found = [...life.main.items.values()].find((item) => item.stage === stage && item.id !== besides.id);
  if (!found) throw new Error(`no item is ${stage}`);
  return found;
}

/** Everything that goes wrong with an item of a played life; `expected.json` says what is to be found of it. */
export const drifts: readonly Drift[] = [
  ...times(2, 'backlog', 'spec on no board', { end: (item) => void (item.stage = 'off') }),
  ...times(2, 'backlog', 'entry without spec', {
    end: (item) => {
      item.hasSpec = false;
      item.hasCase = false;
    },
  }),
  ...times(2, 'done', 'task open again', {
    end: (item) => {
      const [, last] = item.tasks;
      if (last) last.checked = false;
    },
  }),
  ...times(2, 'done', 'status behind', { end: (item) => void (item.status = 'In Progress') }),
  ...times(2, 'inProgress', 'status ahead', { end: (item) => void (item.status = 'Done') }),
  ...times(1, 'backlog', 'ticked in the backlog', {
    end: (item) => {
      const [first] = item.tasks;
      if (first) first.checked = true;
    },
  }),
  ...times(2, 'done', 'draft text', {
    deliver: { change: replace('spec', 'People who buy here ask for it.', 'TBD: why people ask for it.') },
  }),
  ...times(2, 'done', 'done with an error', {
    deliver: { change: replace('spec', '- **Then** it is still there\n', '') },
  }),
  ...times(2, 'done', 'another title on the board', { end: replace('entry', 'The ', 'Our ') }),
  ...times(2, 'done', 'on board and archive', {
    end: (item, life) => {
      life.main.extra.set(
        'docs/product/archive/archive_202602.md',
        `${life.main.extra.get('docs/product/archive/archive_202602.md') ?? '# Archive 2026-02\n'}\n### [${item.id}] ${item.title}\n\n- [x] Model\n- [x] View\n`,
      );
    },
  }),
  ...times(2, 'inProgress', 'waits for what is not done', {
    end: (item, life) => void (item.dependsOn = first(life, 'backlog', item).id),
  }),
  ...times(1, 'backlog', 'two that wait for each other', {
    end: (item, life) => {
      const other = [...life.main.items.values()].filter(({ stage }) => stage === 'backlog')[1];
      if (!other) throw new Error('nothing is planned');
      item.dependsOn = other.id;
      other.dependsOn = item.id;
    },
  }),
  ...times(1, 'backlog', 'waits for itself by way of two', {
    end: (item, life) => {
      const [, , second, third] = [...life.main.items.values()].filter(({ stage }) => stage === 'backlog');
      if (!second || !third) throw new Error('nothing is planned');
      item.dependsOn = second.id;
      second.dependsOn = third.id;
      third.dependsOn = item.id;
    },
  }),
  ...times(2, 'inProgress', 'touches what another one touches', {
    end: (item, life) => {
      const file = paths.source(first(life, 'inProgress', item).id);
      item.replaced.spec.push(['| Touches | ', `| Touches | \`${file}\`, `]);
    },
  }),
  ...times(1, 'archived', 'context nobody writes', {
    end: (_, life) => {
      life.forgetContext();
    },
  }),
  ...times(1, 'backlog', 'spec that git ignores', {
    end: (item, life) => {
      item.hasSpec = false;
      life.main.extra.set('.gitignore', `${paths.spec(item.id)}\n`);
    },
    onDisk: (item) => [paths.spec(item.id), renderSpec(item)],
  }),
  ...times(2, 'done', 'names a file that is not there', {
    deliver: { change: replace('spec', '| 1 | `src/', '| 1 | `src/lost/') },
  }),
  ...times(2, 'done', 'no test case', { end: (item) => void (item.hasCase = false) }),
  ...times(2, 'done', 'no commit names it', { deliver: { unnamed: true, branchName: 'feature/nameless' } }),
  ...times(2, 'inProgress', 'nobody works on it', { early: true }),
  ...times(2, 'done', 'unmerged branch', { deliver: { landing: 'left' } }),
  ...times(2, 'done', 'requirement changed after done', {
    end: replace('spec', 'loaded again.\n', 'loaded again, on any device.\n'),
  }),
  ...times(2, 'done', 'scenario changed after done', { end: replace('testCase', 'it is still there', 'it is gone') }),
  ...times(2, 'inProgress', 'requirement newer than its tests', {
    end: replace('spec', 'loaded again.\n', 'loaded again, on any device.\n'),
  }),
  ...times(3, 'done', 'ticked without work', { deliver: { ticksApart: true, landing: 'merge' } }),
  ...times(2, 'archived', 'released as TBD', { end: (item) => void (item.release = 'TBD') }),
  ...times(3, 'done', 'MUST without scenario', {
    deliver: { change: replace('testCase', '## TC-1: It is kept (AC1)', '## TC-1: It is kept (AC2)') },
  }),
  ...times(2, 'done', 'scenario without criterion', {
    deliver: {
      change: (item) => {
        item.replaced.testCase.push(['(AC2)', '']);
      },
    },
  }),
  ...times(2, 'done', 'scenario that counts for nothing', {
    deliver: {
      change: (item) => {
        item.replaced.testCase.push([
          '- **Then** a line names it\n',
          '- **Then** a line names it\n\n## TC-3: It is new\n\n- **Given** a page\n- **When** it is loaded\n- **Then** it is new\n',
        ]);
        item.replaced.test.push(['AC2: is said', 'AC2, TC-3: is said']);
      },
    },
  }),
  ...times(2, 'done', 'criterion without scenario', {
    deliver: {
      change: replace(
        'spec',
        '## Target Call Chain',
        '### AC3: It is new\n\n- **Given** a page\n- **When** it is loaded\n- **Then** it is new\n\n## Target Call Chain',
      ),
    },
  }),
  ...times(2, 'inProgress', 'scenario cites what is not there', { end: replace('testCase', '(AC1)', '(AC1, AC7)') }),
  ...times(3, 'done', 'scenario without test', { deliver: { change: replace('test', 'AC2: is said', 'is said') } }),
  ...times(2, 'done', 'test names no criterion', {
    deliver: { change: replace('test', 'AC2: is said', 'AC2, AC8: is said') },
  }),
  ...times(2, 'done', 'test names no item', {
    end: (item, life) => {
      life.main.extra.set(
        `tests/${item.id}-more.test.ts`,
        `import { expect, it } from 'vitest';\n\nit('STORY-9${item.id.slice(-2)}: adds', () => {\n  expect(1 + 1).toBe(2);\n});\n`,
      );
    },
  }),
  ...times(2, 'done', 'commit names no item', {
    end: (item, life) => void life.main.extra.set(`src/more-${item.id}.ts`, 'export {};\n'),
    message: (item) => `feat: something else (STORY-7${item.id.slice(-2)})`,
  }),
  ...times(1, 'done', 'test case without spec', {
    end: (_, life) =>
      void life.main.extra.set(
        paths.testCase('STORY-555'),
        '# Test Cases: STORY-555 — Nobody wrote it\n\n## TC-1: It is kept\n\n- **Given** a page\n- **When** it is loaded\n- **Then** it is there\n',
      ),
  }),
  ...times(2, 'done', 'let out by nobody', { recorded: 'nobody' }),
  ...times(2, 'inProgress', 'not what was agreed', { recorded: 'otherwise' }),
  ...times(1, 'done', 'work reverted', { deliver: { landing: 'squash', reverted: true } }),
  ...times(1, 'backlog', 'a quote that nobody said', {
    end: replace('spec', 'ask for it.', 'ask for it.\n\n> They never asked.\n> — STORY-001/R1'),
  }),
  ...times(1, 'backlog', 'two branches for one requirement', {
    end: ({ id }, life) => {
      for (const name of ['here', 'there']) {
        const line = life.branch(`feature/${id}-${name}`);
        line.extra = new Map(line.extra).set(`src/${id}-${name}.ts`, 'export {};\n');
        life.commit(line, `feat: build R1 ${name} (${id})`);
      }
    },
  }),
  ...times(1, 'backlog', 'an assumption that no longer holds', {
    recorded: 'agreed',
    end: (item, life) => {
      item.replaced.spec.push(['ask for it.', 'ask for it.\n\n## Assumptions\n\n`src/prices.ts` is in cents.']);
      life.main.extra.set('src/prices.ts', 'export {};\n');
    },
  }),
  ...times(1, 'backlog', 'the MCP server taken out', {
    end: (_, life) => {
      life.main.extra.set('.mcp.json', '{ "mcpServers": { "pactwright": { "command": "node" } } }\n');
      life.commit(life.main, 'chore: pactwright init');
      life.main.extra.set('.mcp.json', '{ "mcpServers": {} }\n');
    },
    message: ({ id }) => `chore: prepare ${id}`,
  }),
  // The last one: a clone of the last commit has it, too.
  ...times(1, 'backlog', 'around the git hooks', {
    recorded: 'aroundHooks',
    end: (item, life) => void life.main.extra.set(`src/more-${item.id}.ts`, 'export {};\n'),
    message: ({ id }) => `chore: prepare ${id}`,
  }),
];

/** A squash leaves nothing in git that shows the branch: of the finished items, fewer than 80 % are seen to have had one. */
export const lostHabit: LostHabit = {
  name: 'branches deleted after a squash',
  says: 'have or had a branch of their own',
  squashed: { keepsBranch: false },
};

/** Clones that lack what was committed earlier: of the default branch alone, as CI checks out, and of every branch. */
export const partialLooks: readonly PartialLook[] = [
  { name: 'clone of the last commit', clone: ['--depth', '1'], hides: /^PW(624|63\d|64[235]|690) / },
  {
    name: 'clone of the newest commits of every branch',
    clone: ['--depth', '5', '--no-single-branch'],
    hides: /^PW(63[0-68]|645|690) /,
  },
];
