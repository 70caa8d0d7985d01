import { execFileSync } from 'node:child_process';

const work = ['src/discount.js', 'test/discount.test.js'];

/**
 * Gives the project `gated` its history: what was there before on `main`, the work of STORY-002 on a branch of its own.
 *
 * @param folder the project: absolute.
 */
export function makeGatedHistory(folder: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'commit.gpgsign=false', ...args], { cwd: folder, stdio: 'pipe' });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '--all', '--', '.', ...work.map((file) => `:!${file}`));
  git('commit', '--quiet', '--message', 'STORY-001: Add up prices');
  git('checkout', '--quiet', '-b', 'feature/STORY-002');
  git('add', '--', ...work);
  git('commit', '--quiet', '--message', 'STORY-002: Lower totals from 100 on');
}
