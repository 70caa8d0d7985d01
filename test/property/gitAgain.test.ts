import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitRepository, type GitRepository } from '../support/gitRepository.js';
import { brokenSpec, cleanSpec } from '../support/projectTexts.js';
import { harm, type Mishap, runAgain } from '../support/lintAgain.js';
import { run } from '../support/runCli.js';
import { runs } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const board = (section: string, mark: string): string =>
  `# Sprint Board\n\n## ${section}\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-001.md\n\n- [${mark}] Model\n\n### [STORY-002] Basket\n\n- [x] Model\n`;
const spec = (id: string, status: string, dependsOn: string, touches: string): string =>
  `${cleanSpec(id).replace('In Progress', status)}\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${dependsOn} |\n| Touches | ${touches} |\n`;
const cases = (cited: string): string =>
  `# Test Cases: STORY-001\n\n## TC-1: Reload (${cited})\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n`;

const boardFile = 'docs/product/sprint_board.md';
const finished = {
  'docs/specs/STORY-001.md': spec('STORY-001', 'Done', 'STORY-002', '`src/cart.ts`'),
  'docs/specs/STORY-002.md': cleanSpec('STORY-002').replace('In Progress', 'Done'),
  'docs/test_cases/STORY-001_case.md': cases('AC1'),
  'tests/cart.test.ts': "it('STORY-001 AC1: keeps the cart', () => {});\n",
  '.pactwright/config.yaml': 'conventions:\n  commits: required\n  tests: required\n  ticks: required\n',
};

/** Which texts a file may have; null: it is gone. */
const texts: Readonly<Record<string, readonly (string | null)[]>> = {
  'docs/specs/STORY-001.md': [
    cleanSpec('STORY-001'),
    brokenSpec('STORY-001'),
    cleanSpec('STORY-001').replace('In Progress', 'Done'),
    spec('STORY-001', 'Done', 'STORY-002', '`src/cart.ts`').replace('| Priority |', '| Release | TBD |\n| Priority |'),
    spec('STORY-001', 'In Progress', 'STORY-009', '`src/cart.ts`').replace('reload', 'visit'),
    null,
  ],
  'docs/specs/STORY-002.md': [cleanSpec('STORY-002'), spec('STORY-002', 'In Progress', 'None', '`src/cart.ts`'), null],
  'docs/test_cases/STORY-001_case.md': [cases('AC1'), cases('R1'), cases('AC9'), null],
  [boardFile]: [board('📋 Backlog', ' '), board('🔄 In Progress', ' '), board('✅ Done', 'x'), null],
  'docs/product/archive/archive_202601.md': ['# Archive\n\n### [STORY-002] Basket\n\n- [x] Model\n', null],
  'tests/cart.test.ts': [
    "it('STORY-001 AC1: keeps the cart', () => {});\n",
    "it('STORY-001 AC9: keeps the cart', () => {});\n",
    "it.skip('keeps the cart (STORY-001/AC1)', () => {});\nit('story_002_ac1', () => {});\n",
    null,
  ],
  'src/cart.ts': [
    'export const cart = 1;\n',
    '// TODO STORY-001: keep it\n',
    '// DEFERRED(SHOULD): R1 later\n',
    '// DEFERRED(SHOULD): STORY-002/R1 later\n',
    null,
  ],
  '.pactwright/config.yaml': [
    'conventions:\n  commits: required\n  tests: required\n  ticks: required\n  testCases: required\n',
    'idleDays: 3\nrules:\n  E004: warning\n',
    'ignore:\n  - docs/specs/STORY-002.md\n',
    null,
  ],
};

/** What is uncommitted is dropped before. */
type Move = 'branch' | 'main' | 'merge' | 'undo' | 'tag' | 'rename' | 'revert';

type Step =
  | { readonly kind: 'commit' | 'edit'; readonly file: string; readonly text: string | null; readonly id: string }
  | { readonly kind: Move | 'commitAll' | 'uncommit' | 'damage' | 'forget' | Mishap | 'wait' };

const change: fc.Arbitrary<Step> = fc.constantFrom(...Object.keys(texts)).chain((file) =>
  fc.record({
    kind: fc.constantFrom('commit' as const, 'commit' as const, 'edit' as const),
    file: fc.constant(file),
    text: fc.constantFrom(...(texts[file] ?? [])),
    id: fc.constantFrom('STORY-001', 'STORY-002', 'STORY-009'),
  }),
);
const other: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['branch', 'main', 'merge', 'undo', 'tag', 'rename', 'revert'] as const),
    ...(['commitAll', 'commitAll', 'uncommit', 'damage', 'forget', 'cutDocuments', 'damageDocuments', 'wait'] as const),
  ),
});

const commands = [
  ['lint', '--git', '--format', 'json'],
  ['drift', '--format', 'json'],
  ['trace', '--format', 'json'],
  ['trace', '--gaps'],
  ['trace'],
  ['lint', '--format', 'json'],
];

const cacheOf = ({ folder }: GitRepository): string => path.join(folder, '.git', 'pactwright', 'cache');

function keptFiles(repository: GitRepository): readonly string[] {
  const folder = cacheOf(repository);
  return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
}

const branchName = 'feature/STORY-001';

function take(repository: GitRepository, cache: string, step: Step): void {
  if (step.kind === 'edit') repository.write({ [step.file]: step.text });
  else if (step.kind === 'commit') repository.commit(`feat: a step (${step.id})`, { [step.file]: step.text });
  else if (step.kind === 'damage')
    for (const file of keptFiles(repository)) writeFileSync(file, readFileSync(file, 'utf8').replace('feat', 'fear'));
  else if (step.kind === 'forget') rmSync(cacheOf(repository), { recursive: true, force: true });
  else if (step.kind === 'cutDocuments' || step.kind === 'damageDocuments') harm(cache, step.kind, 1_000);
  else if (step.kind === 'commitAll') {
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--allow-empty', '--message', 'feat: all (STORY-001)');
  } else if (step.kind === 'uncommit') {
    if (!isFirst(repository)) repository.git('reset', '--quiet', '--soft', 'HEAD~1');
  } else if (step.kind !== 'wait') move(repository, step.kind);
}

const isFirst = ({ git }: GitRepository): boolean => git('rev-list', '--count', 'HEAD') === '1';

function move(repository: GitRepository, kind: Move): void {
  const { git, checkout, branch, merge } = repository;
  git('reset', '--quiet', '--hard');
  const isThere = git('branch', '--list', branchName) !== '';
  if (kind === 'main') checkout('main');
  if (kind === 'tag') git('tag', '--force', 'v1');
  if (kind === 'undo' && !isFirst(repository)) git('reset', '--quiet', '--hard', 'HEAD~1');
  if (kind === 'branch') (isThere ? checkout : branch)(branchName);
  if (kind === 'rename' && git('ls-files', 'src/cart.ts') !== '') {
    git('mv', '--force', 'src/cart.ts', 'src/basket.ts');
    git('commit', '--quiet', '--message', 'refactor: rename (STORY-002)');
  }
  const isMerge = git('rev-list', '--max-count=1', '--min-parents=2', 'HEAD^!') !== '';
  if (kind === 'revert' && !isFirst(repository) && !isMerge) git('revert', '--no-edit', 'HEAD');
  if (kind !== 'merge' || !isThere) return;
  try {
    merge(branchName);
  } catch {
    // Both changed the same lines.
    git('merge', '--abort');
  }
}

describe('commands that ask git, run again and again', () => {
  it('say what they say without anything kept, whatever became of history meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.oneof({ arbitrary: change, weight: 2 }, other), { maxLength: 2 }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (rounds) => {
          const repository = gitRepository(temporaryFolder({ 'docs/specs/STORY-001.md': cleanSpec('STORY-001') }));
          repository.commit('feat: begin (STORY-001)');
          // Two finished items that keep what the configuration asks for.
          for (const section of ['📋 Backlog', '🔄 In Progress', '✅ Done']) {
            const code = { 'src/cart.ts': `export const cart = '${section}';\n` };
            repository.commit('feat: go on (STORY-001)', { ...finished, ...code, [boardFile]: board(section, 'x') });
          }
          const cache = temporaryFolder();
          let now = Date.now() + 60_000;
          for (const steps of rounds) {
            for (const step of steps) {
              take(repository, cache, step);
              if (step.kind === 'wait') now += 8 * 24 * 60 * 60 * 1000;
            }
            for (const [command = '', ...args] of commands) {
              const fresh = await run({ cwd: repository.folder, now }, command, ...args, '--no-cache');
              const again = await runAgain(cache, { cwd: repository.folder, now }, command, ...args);
              expect(again).toEqual({ ...fresh, recalled: again.recalled });
            }
          }
          expect(keptFiles(repository)).not.toEqual([]);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('see what is ignored in a repository without commits, too', async () => {
    const repository = gitRepository(temporaryFolder({ 'docs/specs/STORY-001.md': cleanSpec('STORY-001') }));
    const cache = temporaryFolder();
    const said = async (gitignore: string | null): Promise<string> => {
      repository.write({ '.gitignore': gitignore });
      return (await runAgain(cache, { cwd: repository.folder }, 'lint', '--git')).out;
    };
    const before = await said(null);
    expect(before).not.toContain('PW601');
    expect(await said('docs/specs/\n')).toContain('PW601');
    expect(await said(null)).toBe(before);
  });
});
