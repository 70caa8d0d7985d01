import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProjectFacts, type ProjectFacts } from '../../server/src/doors/projectFacts.js';
import { fileSystem as files } from '../../server/src/host/fileSystem.js';
import { createGit } from '../../server/src/host/git.js';
import { createLinter, type FindingsByPath, type Linter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { createTraceGraph } from '../../server/src/trace/createTraceGraph.js';
import type { TraceGraph } from '../../server/src/trace/graph.js';
import { joinRefreshes, refreshFor } from '../../server/src/workspace/git/watchPaths.js';
import { createProjectIndex, type ProjectIndex } from '../../server/src/workspace/index.js';
import { type GitRepository, firstCommitAt, gitRepository } from '../support/gitRepository.js';
import { plainGraph } from '../support/tracePlain.js';

const ids = ['STORY-001', 'STORY-002', 'BUG-003'] as const;
const branches = ['main', 'feature/STORY-001', 'BUG-003'] as const;
const board = 'docs/product/sprint_board.md';
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
const boardText = (columns: readonly number[]): string =>
  sections
    .map((section, column) => {
      const own = ids.filter((_, index) => columns[index] === column);
      return `## ${section}\n\n${own.map((id) => `### [${id}] Cart\n\n- [${column === 2 ? 'x' : ' '}] Task\n`).join('\n')}`;
    })
    .join('\n');

const id = fc.constantFrom(...ids);
const content = fc.oneof(
  fc
    .tuple(id, fc.constantFrom('Draft', 'In Progress', 'Done'), fc.constantFrom('R1', 'R2'), id)
    .map(([own, ...rest]) => ({ file: specOf(own), text: specText(own, ...rest) })),
  fc
    .tuple(id, fc.constantFrom('AC1', 'AC2'))
    .map(([own, cited]) => ({ file: caseOf(own), text: caseText(own, cited) })),
  fc
    .array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 })
    .map((columns) => ({ file: board, text: boardText(columns) })),
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

/** What the editor holds of a project, with all that is taken over from one moment to the next. */
interface Held {
  readonly index: ProjectIndex;
  readonly facts: ProjectFacts;
  readonly linter: Linter;
  graph: TraceGraph | undefined;
}

async function open(root: string): Promise<Held> {
  const index = createProjectIndex({ root, files });
  const git = createGit();
  await index.load();
  const linter = createLinter(allRules, index.configuration().value);
  const { traceOf } = linter;
  const clock = (): number => firstCommitAt;
  const facts = createProjectFacts({ index, files, otherRoots: [], git: () => git, clock, traceOf });
  await facts.loadCode();
  await facts.refreshGit();
  return { index, facts, linter, graph: undefined };
}

/** Tells what an editor is told by its watchers, in whatever order. */
async function tell({ index, facts }: Held, root: string, files: readonly string[], gitFirst: boolean): Promise<void> {
  const repository = facts.repository();
  const inGit = path.join(root, '.git') + path.sep;
  const refreshes = files.flatMap((file) => (repository && refreshFor(file, repository)) ?? []);
  const askGit = async (): Promise<void> => {
    if (refreshes.length > 0) await facts.refreshGit(joinRefreshes(refreshes));
  };
  if (gitFirst) await askGit();
  for (const file of files.filter((one) => !one.startsWith(inGit))) {
    const relative = path.relative(root, file);
    await index.update(relative);
    await facts.codeChanged(relative);
  }
  if (!gitFirst) await askGit();
}

/** The findings and the trace as data that can be compared. */
function judge(held: Held): unknown {
  const project = held.facts.project();
  const { value: configuration } = held.index.configuration();
  held.graph = createTraceGraph(project, configuration, held.graph);
  const findings: FindingsByPath = held.linter.lint(project);
  return {
    trace: plainGraph(held.graph),
    // Of other files nobody asks.
    uncommitted: [...project.documents, ...(project.code?.sources ?? [])]
      .map(({ path: file }) => file)
      .filter((file) => project.git?.history?.uncommitted.has(file)),
    findings: [...findings].flatMap(([file, own]) =>
      own.map(({ code, range, message, severity }) => [file, code, severity, message, range]),
    ),
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
          expect(judge(held)).toEqual(judge(await open(folder)));
        }
      }),
      { numRuns: 12 },
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
