import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const item = 'STORY-001';

interface Counting {
  readonly repository: GitRepository;
  /** How often a command starts git. @param folder where it runs; the repository's where it is left out. */
  readonly starts: (args: readonly string[], folder?: string) => number;
}

/** A repository of 300 documents, and a git that notes each of its starts. */
function countingProject(): Counting {
  const repository = gitRepository();
  const ids = Array.from({ length: 300 }, (_, index) => `STORY-${String(index + 1).padStart(3, '0')}`);
  repository.commit('Begin', Object.fromEntries(ids.map((id) => [`docs/specs/${id}.md`, cleanSpec(id)])));
  repository.commit('Board', { 'docs/product/sprint_board.md': `## Backlog\n\n### [${item}] One\n\n- [ ] Do it\n` });
  const bin = temporaryFolder();
  const log = path.join(bin, 'starts');
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho start >> '${log}'\nexec '${git}' "$@"\n`);
  chmodSync(path.join(bin, 'git'), 0o755);
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`, PACTWRIGHT_STATE: bin };
  return {
    repository,
    starts: (args, folder = repository.folder) => {
      rmSync(log, { force: true });
      const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: folder, env, stdio: 'ignore' });
      expect(status).toBeLessThan(2);
      return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
    },
  };
}

const gate = ['gate', 'act-in', item, '--recorded'];
const phase = ['phase', 'act', item, '--dry-run', '--no-agent'];
const work = { 'src/one.ts': 'export const one = 1;\n' };

describe.skipIf(process.platform === 'win32')('git is started', () => {
  it('so often and no more: an item is read once for a phase, its gate and its prompt', () => {
    const { repository, starts } = countingProject();
    expect([starts(gate), starts(phase)]).toEqual([6, 6]);
    expect(starts(['lint'])).toBe(0);
    repository.write(work);
    expect([starts(gate), starts(phase)]).toEqual([9, 9]);
  });

  it('once for the refs and the log, where the item has a worktree of its own', () => {
    const { repository, starts } = countingProject();
    repository.git('branch', `feature/${item}`);
    const worktree = repository.worktree(`feature/${item}`);
    expect([starts(gate, worktree), starts(phase, worktree), starts(phase)]).toEqual([7, 7, 9]);
    writeFiles(worktree, work);
    expect([starts(gate, worktree), starts(phase, worktree), starts(phase)]).toEqual([10, 10, 12]);
  });
});
