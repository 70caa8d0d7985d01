import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitRepository, type GitRepository } from '../support/gitRepository.js';
import { brokenSpec, cleanSpec } from '../support/projectTexts.js';
import { run } from '../support/runCli.js';
import { runs } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const board = (section: string, mark: string): string =>
  `# Sprint Board\n\n## ${section}\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-001.md\n\n- [${mark}] Model\n`;

/** Which texts a file may have; null: it is gone. */
const texts: Readonly<Record<string, readonly (string | null)[]>> = {
  'docs/specs/STORY-001.md': [
    cleanSpec('STORY-001'),
    brokenSpec('STORY-001'),
    cleanSpec('STORY-001').replace('In Progress', 'Done'),
    null,
  ],
  'docs/specs/STORY-002.md': [cleanSpec('STORY-002'), null],
  'docs/product/sprint_board.md': [board('📋 Backlog', ' '), board('🔄 In Progress', ' '), board('✅ Done', 'x'), null],
  'tests/cart.test.ts': [
    "it('STORY-001 AC1: keeps the cart', () => {});\n",
    "it('STORY-001 AC9: keeps the cart', () => {});\n",
    null,
  ],
  'src/cart.ts': ['export const cart = 1;\n', '// TODO STORY-001: keep it\n', null],
};

/** What is uncommitted is dropped before. */
type Move = 'branch' | 'main' | 'merge' | 'undo' | 'tag';

type Step =
  | { readonly kind: 'commit' | 'edit'; readonly file: string; readonly text: string | null; readonly id: string }
  | { readonly kind: Move | 'damage' | 'forget' };

const change: fc.Arbitrary<Step> = fc.constantFrom(...Object.keys(texts)).chain((file) =>
  fc.record({
    kind: fc.constantFrom('commit' as const, 'commit' as const, 'edit' as const),
    file: fc.constant(file),
    text: fc.constantFrom(...(texts[file] ?? [])),
    id: fc.constantFrom('STORY-001', 'STORY-002', 'STORY-009'),
  }),
);
const other: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('branch', 'main', 'merge', 'undo', 'tag', 'damage', 'forget'),
});

const cacheOf = ({ folder }: GitRepository): string => path.join(folder, '.git', 'pactwright', 'cache');

function keptFiles(repository: GitRepository): readonly string[] {
  const folder = cacheOf(repository);
  return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
}

const branchName = 'feature/STORY-001';

function take(repository: GitRepository, step: Step): void {
  if (step.kind === 'edit') repository.write({ [step.file]: step.text });
  else if (step.kind === 'commit') repository.commit(`feat: a step (${step.id})`, { [step.file]: step.text });
  else if (step.kind === 'damage')
    for (const file of keptFiles(repository)) writeFileSync(file, readFileSync(file, 'utf8').replace('feat', 'fear'));
  else if (step.kind === 'forget') rmSync(cacheOf(repository), { recursive: true, force: true });
  else move(repository, step.kind);
}

function move({ git, checkout, branch, merge }: GitRepository, kind: Move): void {
  git('reset', '--quiet', '--hard');
  const isThere = git('branch', '--list', branchName) !== '';
  if (kind === 'main') checkout('main');
  if (kind === 'tag') git('tag', '--force', 'v1');
  if (kind === 'undo' && Number(git('rev-list', '--count', 'HEAD')) > 1) git('reset', '--quiet', '--hard', 'HEAD~1');
  if (kind === 'branch') (isThere ? checkout : branch)(branchName);
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
        fc.array(fc.array(fc.oneof({ arbitrary: change, weight: 3 }, other), { maxLength: 4 }), {
          minLength: 1,
          maxLength: 5,
        }),
        async (rounds) => {
          const repository = gitRepository(temporaryFolder({ 'docs/specs/STORY-001.md': cleanSpec('STORY-001') }));
          repository.commit('feat: begin (STORY-001)');
          const now = Date.UTC(2026, 1, 1);
          for (const steps of rounds) {
            for (const step of steps) take(repository, step);
            for (const args of [['lint', '--git', '--format', 'json'], ['drift'], ['trace', '--format', 'json']]) {
              const fresh = await run({ cwd: repository.folder, now }, ...args, '--no-cache');
              expect(await run({ cwd: repository.folder, now }, ...args)).toEqual(fresh);
            }
          }
          expect(keptFiles(repository)).not.toEqual([]);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});
