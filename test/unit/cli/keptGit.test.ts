import { renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstCommitAt, gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { runAgain } from '../../support/lintAgain.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const board = (section: string): string =>
  `# Sprint Board\n\n## ${section}\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-001.md\n\n- [x] Model\n`;
const spec = (status: string): string =>
  `${cleanSpec('STORY-001').replace('In Progress', status)}\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Touches | \`src/cart.ts\` |\n`;
const place = { spec: 'docs/specs/STORY-001.md', board: 'docs/product/sprint_board.md', code: 'src/cart.ts' };
const test = 'tests/cart.test.ts';
const day = 24 * 60 * 60 * 1000;

/** A project with an item that was begun and finished, and what changes without any document of it being another one. */
interface Case {
  readonly code: string;
  readonly status?: string;
  readonly before?: (repository: GitRepository) => void;
  readonly change: (repository: GitRepository) => void;
  readonly days?: number;
}

const cases: Readonly<Record<string, Case>> = {
  'its work was reverted': { code: 'PW638', change: ({ git }) => git('revert', '--no-edit', 'HEAD~1') },
  'a release was tagged': {
    code: 'PW637',
    before: ({ commit }) =>
      void commit('docs: release', { [place.spec]: spec('Done').replace('| Release | 1.4.0 |', '| Release | TBD |') }),
    change: ({ tag }) => tag('v1.0.0'),
  },
  'a file that it names was renamed': {
    code: 'PW623',
    change: ({ folder }) => renameSync(path.join(folder, place.code), path.join(folder, 'src/basket.ts')),
  },
  'nobody worked on it for weeks': { code: 'PW631', status: 'In Progress', change: () => undefined, days: 60 },
  'a branch has work that the default branch lacks': {
    code: 'PW633',
    change: ({ branch, commit, checkout }) => {
      branch('feature/STORY-001');
      commit('feat: more (STORY-001)', { 'src/more.ts': 'export const more = 1;\n' });
      checkout('main');
    },
  },
  'git ignores a document': {
    code: 'PW601',
    before: ({ write }) => write({ 'docs/test_cases/STORY-001_case.md': '# Test Cases: STORY-001\n' }),
    change: ({ write }) => write({ '.gitignore': 'docs/test_cases\n' }),
  },
  'a test names another criterion': {
    code: 'PW707',
    change: ({ write }) => write({ [test]: "it('STORY-001 AC9: keeps the cart', () => {});\n" }),
  },
};

describe('what lint --git keeps of documents', () => {
  it.each(Object.entries(cases))(
    'does not outlive that %s',
    async (_, { code, status = 'Done', before, change, days = 0 }) => {
      const repository = gitRepository(temporaryFolder());
      const tests = { [test]: "it('STORY-001 AC1: keeps the cart', () => {});\n" };
      repository.commit('feat: plan (STORY-001)', {
        [place.spec]: spec(status),
        [place.board]: board('🔄 In Progress'),
      });
      repository.commit('feat: keep the cart (STORY-001)', { ...tests, [place.code]: 'export const cart = 1;\n' });
      if (status === 'Done') repository.commit('docs: done', { [place.board]: board('✅ Done') });
      before?.(repository);
      const cache = temporaryFolder();
      const begun = firstCommitAt + day;
      const lint = (now: number): Promise<{ readonly out: string }> =>
        runAgain(cache, { cwd: repository.folder, now }, 'lint', '--git', '--format', 'json');
      const first = await lint(begun);
      change(repository);
      const { out } = await lint(begun + days * day);
      const cold = await run({ cwd: repository.folder, now: begun + days * day }, 'lint', '--git', '--format', 'json');
      expect(out).toBe(cold.out);
      const said = (text: string): readonly unknown[] =>
        (JSON.parse(text) as { readonly findings: readonly { readonly code: string }[] }).findings.filter(
          (finding) => finding.code === code,
        );
      // A finding that came, went or changed, with nothing else to show it.
      expect(said(out)).not.toEqual(said(first.out));
    },
  );
});
