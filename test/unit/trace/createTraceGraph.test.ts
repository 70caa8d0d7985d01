import { describe, expect, it } from 'vitest';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import type { ItemTrace, TraceGraph } from '../../../server/src/trace/graph.js';
import { type Configuration, defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { createGitFacts } from '../../support/gitFixture.js';
import { projectOf, type StatedProject } from '../../support/projectOf.js';
import { sourceFileOf } from '../../support/sourceFileOf.js';

const graphOf = async (
  stated: StatedProject,
  configuration: Configuration = defaultConfiguration,
): Promise<TraceGraph> => createTraceGraph(await projectOf(stated), configuration);
const itemOf = async (stated: StatedProject, id = 'STORY-001'): Promise<ItemTrace | undefined> =>
  (await graphOf(stated)).item(id);

const entry = (id: string): string => `### [${id}] Title\n\n- [x] All\n`;
const boardPath = 'docs/product/sprint_board.md';
const archivePath = 'docs/product/archive/archive_202601.md';

describe('the items of a project', () => {
  it('are those with a spec, a test case or an entry, by type and number', async () => {
    const graph = await graphOf({
      documents: {
        'docs/specs/STORY-010.md': '',
        'docs/specs/STORY-9.md': '',
        'docs/specs/notes.md': 'STORY-050',
        'docs/test_cases/BUG-001_case.md': '',
        [boardPath]: `## ✅ Done\n\n${entry('STORY-al-001')}\nSee STORY-051.\n`,
        [archivePath]: entry('HOTFIX-001'),
      },
    });
    expect(graph.items).toEqual(['STORY-9', 'STORY-010', 'STORY-al-001', 'BUG-001', 'HOTFIX-001']);
    expect(graph.item('STORY-050')).toBeUndefined();
  });

  it.each([
    ['', 'unplanned'],
    [entry('STORY-001'), 'backlog'],
    [`## 📋 Backlog\n\n${entry('STORY-001')}`, 'backlog'],
    [`## Ideas\n\n${entry('STORY-001')}`, 'backlog'],
    [`## 🔄 In Progress\n\n${entry('STORY-001')}`, 'inProgress'],
    [`## ✅ Done\n\n${entry('STORY-001')}`, 'done'],
    [`## 🔄 In Progress\n\n${entry('STORY-001')}\n## ✅ Done\n\n${entry('STORY-001')}`, 'inProgress'],
  ])('are as far as the board says: %j', async (board, stage) => {
    const documents = { 'docs/specs/STORY-001.md': '', [boardPath]: board };
    expect((await itemOf({ documents }))?.stage).toBe(stage);
    const archived = await itemOf({ documents: { ...documents, [archivePath]: entry('STORY-001') } });
    expect(archived?.stage).toBe(stage === 'unplanned' ? 'archived' : stage);
  });
});

const surface = (dependsOn: string, touches: string): string =>
  `# x\n\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${dependsOn} |\n| Touches | ${touches} |\n`;

describe('what a spec names', () => {
  it('is what it depends on, and what depends on it', async () => {
    const documents = {
      'docs/specs/STORY-001.md': surface('STORY-002, STORY-009, STORY-002', ''),
      'docs/specs/STORY-003.md': surface('STORY-001', ''),
      [boardPath]: `## ✅ Done\n\n${entry('STORY-002')}`,
    };
    const graph = await graphOf({ documents });
    expect(graph.item('STORY-001')?.dependsOn.map(({ id, stage }) => [id, stage])).toEqual([
      ['STORY-002', 'done'],
      ['STORY-009', undefined],
    ]);
    expect(graph.dependentsOf('STORY-001')).toEqual(['STORY-003']);
  });

  it('is files: those of the work, and code spans that look like one', async () => {
    const steps =
      '\n## Implementation Steps\n\n| Step | File | Action |\n|---|---|---|\n| 1 | `./src/a.ts:12`, src/new.ts | x |\n';
    const prose =
      '\n## Background\n\n- See `src/b.ts::keep`, `and/or`, `docs/specs/STORY-XXX.md`, `https://a.b/c.d`, `npm run x`.\n';
    const documents = { 'docs/specs/STORY-001.md': `${surface('', '`src/*.ts`, `src/a.ts`, `lib/`')}${steps}${prose}` };
    const filesOf = async (stated: StatedProject): Promise<unknown> =>
      (await itemOf(stated))?.files.map(({ named, place, there }) => [named.value, place, there]);
    expect(await filesOf({ documents, sources: [], files: ['src/a.ts', 'lib/x.ts'] })).toEqual([
      ['src/*.ts', 'touches', undefined],
      ['src/a.ts', 'touches', true],
      ['lib/', 'touches', true],
      ['./src/a.ts:12', 'steps', true],
      ['src/new.ts', 'steps', false],
      ['src/b.ts::keep', 'codeSpan', false],
    ]);
    expect(await filesOf({ documents })).toContainEqual(['src/new.ts', 'steps', undefined]);
  });
});

describe('notes that put a requirement off', () => {
  const requirements = '## Requirements\n\n### R1: One (SHOULD)\n\n### R2: Two (SHOULD)\n';
  it.each([
    ['the note names the item', 'src/x.ts', 'SHOULD: STORY-001/R2 later', ['R2']],
    ['the file names it', 'src/story-001.ts', 'SHOULD: R1-R2 later', ['R1', 'R2']],
    ['the spec names the file', 'src/cart.ts', 'SHOULD: R2, R1: both', ['R2', 'R1']],
    ['the reason names another', 'src/cart.ts', 'SHOULD: R2 as R1 covers it', ['R2']],
    ['nothing tells', 'src/x.ts', 'SHOULD: R2 later', []],
    ['it is of another', 'src/cart.ts', 'SHOULD: STORY-002/R2 later', []],
  ])('%s', async (_, path, note, deferred) => {
    const item = await itemOf({
      documents: {
        'docs/specs/STORY-001.md': `${requirements}\n${surface('', '`src/cart.ts`')}`,
        'docs/specs/STORY-002.md': '',
      },
      sources: [sourceFileOf(path, { deferrals: [note] })],
    });
    const found = item?.coverage.requirements.filter(({ deferrals }) => deferrals.length > 0);
    expect(found?.map(({ requirement }) => requirement.id)).toEqual([...deferred].sort());
  });
});

describe('what git says of an item', () => {
  const documents = { [boardPath]: `## ✅ Done\n\n${entry('STORY-001')}` };
  const commits = [1, 2, 3].map((day) => ({ id: `c${day}`, at: `2026-01-0${day}`, subject: `STORY-001 ${day}` }));
  const doneBy = async (events: readonly (readonly [commit: string, kind: 'started' | 'done' | 'archived'])[]) => {
    const boardEvents = events.map(([commit, kind]) => ({ commit, kind, item: 'STORY-001' }));
    return (await itemOf({ documents, git: createGitFacts({ commits, boardEvents }) }))?.doneBy?.subject;
  };

  it('is its commits, newest first', async () => {
    const item = await itemOf({ documents, git: createGitFacts({ commits }) });
    expect(item?.commits.map(({ subject }) => subject)).toEqual(['STORY-001 3', 'STORY-001 2', 'STORY-001 1']);
  });

  it('is when it came to Done last', async () => {
    expect(await doneBy([])).toBeUndefined();
    expect(
      await doneBy([
        ['c1', 'started'],
        ['c2', 'done'],
      ]),
    ).toBe('STORY-001 2');
    expect(
      await doneBy([
        ['c2', 'done'],
        ['c3', 'archived'],
      ]),
    ).toBe('STORY-001 2');
    expect(await doneBy([['c3', 'archived']])).toBe('STORY-001 3');
    expect(
      await doneBy([
        ['c1', 'done'],
        ['c2', 'started'],
      ]),
    ).toBeUndefined();
    expect(
      await doneBy([
        ['c1', 'done'],
        ['c2', 'started'],
        ['c3', 'done'],
      ]),
    ).toBe('STORY-001 3');
  });
});

describe('conventions', () => {
  const ids = [1, 2, 3, 4, 5].map((number) => `STORY-00${number}`);
  const project = (done: number, kept: number): StatedProject => ({
    documents: {
      [boardPath]: `## ✅ Done\n\n${ids.slice(0, done).map(entry).join('\n')}`,
      ...Object.fromEntries(ids.slice(0, kept).map((id) => [`docs/test_cases/${id}_case.md`, `# ${id}`])),
    },
    sources: [sourceFileOf('a.test.ts', { tests: ids.slice(0, kept).map((id) => `${id}/AC1 keeps`) })],
    git: createGitFacts({
      commits: ids.slice(0, kept).map((id, index) => ({
        id,
        at: `2026-01-0${index + 1}`,
        subject: `Do ${id}`,
        files: [boardPath, 'src/a.ts'],
      })),
      branches: ids.slice(0, kept).map((id) => ({ name: `feature/${id}`, tip: id })),
      boardEvents: ids.slice(0, kept).map((id) => ({ commit: id, item: id, kind: 'ticked' as const })),
    }),
  });
  const enforced = async (stated: StatedProject, setting?: 'required' | 'off' | 'auto'): Promise<readonly string[]> => {
    const { conventions } = await graphOf(stated, {
      ...defaultConfiguration,
      conventions: new Map(setting ? [['tests', setting]] : []),
    });
    return Object.values(conventions).flatMap(({ name, enforced: is }) => (is ? [name] : []));
  };

  it('are enforced where most of at least five finished items keep them', async () => {
    expect(await enforced(project(5, 4))).toEqual(['testCases', 'commits', 'branches', 'tests', 'ticks'].slice(0, 4));
    expect(await enforced(project(5, 5))).toEqual(['testCases', 'commits', 'branches', 'tests', 'ticks']);
    expect(await enforced(project(5, 3))).toEqual([]);
    expect(await enforced(project(4, 4))).toEqual([]);
  });

  it('are kept at gates where the gate let most of them pass, as far as the record is known', async () => {
    const recorded = (passed: number): StatedProject => ({
      ...project(5, 0),
      record: new Map(ids.map((id, index) => [id, { done: index < passed }])),
    });
    expect(await enforced(recorded(4))).toEqual(['gates']);
    expect(await enforced(recorded(3))).toEqual([]);
    expect(await enforced(project(5, 0))).toEqual([]);
  });

  it('are as the configuration says, else', async () => {
    expect(await enforced(project(5, 5), 'off')).not.toContain('tests');
    expect(await enforced(project(1, 0), 'required')).toEqual(['tests']);
    expect(await enforced(project(1, 0), 'auto')).toEqual([]);
  });

  it('do not count what was not asked', async () => {
    const { documents } = project(5, 5);
    const { conventions } = await graphOf({ documents });
    expect([conventions.commits.of, conventions.tests.of, conventions.testCases.of]).toEqual([0, 0, 5]);
  });

  it('find no work in a commit that ticks and does nothing else', async () => {
    const git = createGitFacts({
      commits: [{ id: 'c1', at: '2026-01-01', subject: 'Tick', files: [boardPath] }],
      boardEvents: [{ commit: 'c1', item: 'STORY-001', kind: 'ticked' }],
    });
    const { conventions } = await graphOf({ ...project(1, 0), git });
    expect([conventions.ticks.kept, conventions.ticks.of]).toEqual([0, 1]);
  });
});
