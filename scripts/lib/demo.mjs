// The demo project: a copy of scripts/demo with a git history of one commit.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, run } from './processes.mjs';
import { repository } from './repository.mjs';

/**
 * Makes the demo project anew.
 * @param {string} folder where; what is there is removed
 * @throws when git is missing or fails
 */
export async function makeDemo(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(repository, 'scripts/demo'), folder, { recursive: true });
  const author = ['-c', 'user.name=Pactwright Demo', '-c', 'user.email=demo@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '--no-verify', '--message', 'The cart as it stands'],
  ]) {
    const { code, output } = await run('git', args, { cwd: folder, env: cleanEnvironment() });
    if (code !== 0) throw new Error(`The demo project needs git, and git failed: ${output.trim()}`);
  }
}
