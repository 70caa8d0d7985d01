import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProjectWatch } from '../../server/src/project/projectWatch.js';
import { fileSystem as files } from '../../server/src/host/fileSystem.js';
import { createGit } from '../../server/src/host/git.js';
import { allRules } from '../../server/src/rules/registry.js';
import { joinRefreshes, refreshFor } from '../../server/src/workspace/git/watchPaths.js';
import { type GitRepository, firstCommitAt, gitRepository } from '../support/gitRepository.js';
import { runs } from '../support/runs.js';
import { plainGraph } from '../support/tracePlain.js';

const { signal } = new AbortController();
const ids = ['STORY-001', 'STORY-002', 'BUG-003'] as const;
const branches = ['main', 'feature/STORY-001', 'BUG-003'] as const;
const board = 'docs/product/sprint_board.md';
const archive = 'docs/product/archive/archive_202601.md';
const specOf = (id: string): string => `docs/specs/${id}.md`;
const caseOf = (id: string): string => `docs/test_cases/${id}_case.md`;
const sections = ['📋 Backlog', '🔄 In Progress', '✅ Done'] as const;

const specText = (id: string, status: string, cited: string, dependsOn: string): string => `# ${id}: Cart

| Field | Value |
|---|---|
| ID | ${id} |
| Status | ${status} |

## Requirements

### R1: Keep (MUST)

The cart MUST be kept.

## Acceptance Criteria

### AC1: Reload (${cited})

- **Given** \`src/cart.ts\`

## Dependency Surface

| Field | Value |
|---|---|
| Depends on | ${dependsOn} |
| Touches | \`src/cart.ts\` |
`;
const caseText = (id: string, cited: string): string => `# ${id}: Cases

## TC-1: Reload (${cited})

- **Given** a cart
- **When** it is reloaded
- **Then** it is there
`;
/** @param intro how many lines stand above it: entries that nothing else happens to move with them. */
const boardText = (columns: readonly number[], intro = 0, mark = 'x'): string =>
  `${'A remark.\n\n'.repeat(intro)}${sections
    .map((section, column) => {
      const own = ids.filter((_, index) => columns[index] === column);
      return `## ${section}\n\n${own.map((id) => `### [${id}] Cart\n\n- [${column === 2 ? mark : ' '}] Task\n`).join('\n')}`;
    })
    .join('\n')}`;
const archiveText = (own: readonly string[], intro: number): string =>
  `# Archive\n\n${'A remark.\n\n'.repeat(intro)}${own.map((id) => `### [${id}] Cart\n\n- [x] Task\n`).join('\n')}`;

const id = fc.constantFrom(...ids);
const content = fc.oneof(
  fc
    .tuple(id, fc.constantFrom('Draft', 'In Progress', 'Done'), fc.constantFrom('R1', 'R2'), id)
    .map(([own, ...rest]) => ({ file: specOf(own), text: specText(own, ...rest) })),
  fc
    .tuple(id, fc.constantFrom('AC1', 'AC2'))
    .map(([own, cited]) => ({ file: caseOf(own), text: caseText(own, cited) })),
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
      fc.nat(2),
      fc.constantFrom('x', ' '),
    )
    .map(([columns, intro, mark]) => ({ file: board, text: boardText(columns, intro, mark) })),
  fc.tuple(fc.subarray([...ids]), fc.nat(2)).map(([own, intro]) => ({ file: archive, text: archiveText(own, intro) })),
  fc.tuple(id, fc.constantFrom('AC1', 'AC7', 'TC-1', 'cart')).map(([own, part]) => ({
    file: `tests/${own === 'BUG-003' ? 'bug' : 'story'}.test.ts`,
    text: `it('${own}/${part}', () => {});\n// DEFERRED(SHOULD): R1 later\n`,
  })),
  fc.constantFrom('', 'export const cart = 1;\n').map((text) => ({ file: 'src/cart.ts', text })),
);

type Step =
  | { kind: 'edit' | 'commitEdit'; file: string; text: string }
  | { kind: 'branch' | 'checkout' | 'merge' | 'squash' | 'rebase'; branch: string }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'delete'; file: string }
  | { kind: 'commit' | 'tag' | 'reset' };

const branch = fc.constantFrom(...branches);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: content.map((one) => ({ kind: 'edit' as const, ...one })) },
  { weight: 3, arbitrary: content.map((one) => ({ kind: 'commitEdit' as const, ...one })) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename'), from: id.map(specOf), to: id.map(specOf) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete'),
      file: fc.oneof(id.map(specOf), id.map(caseOf), fc.constantFrom(board, 'src/cart.ts', 'tests/story.test.ts')),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('branch', 'checkout', 'merge', 'squash', 'rebase'), branch }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('commit', 'tag', 'reset') }) },
);

/** Does what a person would. @throws where git refuses. */
function take(one: Step, repository: GitRepository, number: number): void {
  const { folder, git } = repository;
  switch (one.kind) {
    case 'edit':
      repository.write({ [one.file]: one.text });
      return;
    case 'commitEdit':
      repository.commit(`Do ${ids[number % ids.length] ?? ''}`, { [one.file]: one.text });
      return;
    case 'rename':
      renameSync(path.join(folder, one.from), path.join(folder, one.to));
      return;
    case 'delete':
      repository.write({ [one.file]: null });
      return;
    case 'commit':
      repository.commit(`Step ${number}`);
      return;
    case 'branch':
      repository.branch(one.branch);
      return;
    case 'checkout':
      repository.checkout(one.branch);
      return;
    case 'merge':
      repository.merge(one.branch);
      return;
    case 'squash':
      repository.squash(one.branch, `Squash ${number} BUG-003`);
      return;
    case 'rebase':
      repository.rebase(one.branch);
      return;
    case 'tag':
      repository.tag(`v${number}`);
      return;
    case 'reset':
      git('reset', '--quiet', '--hard', 'HEAD~1');
  }
}

/** What each file below a folder looks like to a watcher. */
function look(folder: string): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    const stats = statSync(file);
    if (!stats.isFile()) continue;
    const { mtimeMs, ino } = stats;
    const inGit = name.startsWith('.git');
    seen.set(file, inGit ? `${mtimeMs} ${ino}` : readFileSync(file, 'utf8'));
  }
  return seen;
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
}

const git = createGit();

/** A project as the editor holds it, with all that is taken over from one moment to the next. */
async function open(root: string): Promise<ProjectWatch> {
  const watch = new ProjectWatch({
    root,
    nested: [],
    files,
    rules: allRules,
    log: (message) => {
      throw new Error(message);
    },
    git: () => git,
    clock: () => firstCommitAt,
  });
  await watch.load(signal);
  await watch.learn(signal);
  await watch.judge(signal);
  return watch;
}

/** Tells what an editor is told by its watchers, in whatever order. */
async function tell(watch: ProjectWatch, root: string, changed: readonly string[], gitFirst: boolean): Promise<void> {
  const repository = watch.repository();
  const inGit = path.join(root, '.git') + path.sep;
  const refreshes = changed.flatMap((file) => (repository && refreshFor(file, repository)) ?? []);
  const askGit = async (): Promise<void> => {
    if (refreshes.length > 0) await watch.gitChanged(joinRefreshes(refreshes), signal);
  };
  if (gitFirst) await askGit();
  for (const file of changed.filter((one) => !one.startsWith(inGit)))
    await watch.filesChanged([path.relative(root, file)], signal);
  if (!gitFirst) await askGit();
  await watch.judge(signal);
}

/** The findings and the trace as data that can be compared. */
function plain(watch: ProjectWatch): unknown {
  const project = watch.project();
  return {
    trace: plainGraph(watch.trace()),
    // Of other files nobody asks.
    uncommitted: [...project.documents, ...(project.code?.sources ?? [])]
      .map(({ path: file }) => file)
      .filter((file) => project.git?.history?.uncommitted.has(file)),
    findings: [...watch.files()].sort().map((file) => [file, watch.findingsOf(file)]),
  };
}

describe('what the editor holds', () => {
  it('says what a fresh look says, after any sequence of edits and what git does', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 4, maxLength: 8 }), async (steps) => {
        const repository = gitRepository();
        const { folder } = repository;
        repository.commit('Plan STORY-001', {
          [specOf('STORY-001')]: specText('STORY-001', 'Draft', 'R1', ''),
          [board]: boardText([0, 3, 3]),
        });
        const held = await open(folder);
        for (const [number, [one, gitFirst]] of steps.entries()) {
          const before = look(folder);
          try {
            take(one, repository, number);
          } catch {
            for (const ended of ['merge', 'rebase']) tryTo(() => repository.git(ended, '--abort'));
          }
          await tell(held, folder, changesBetween(before, look(folder)), gitFirst);
          expect(plain(held)).toEqual(plain(await open(folder)));
        }
      }),
      { numRuns: runs(12) },
    );
  });
});

function tryTo(work: () => unknown): void {
  try {
    work();
  } catch {
    // There was nothing to abort.
  }
}
