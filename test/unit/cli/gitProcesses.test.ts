import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanSpec } from '../../support/projectTexts.js';
import { type GitRepository, gitRepository, withGitProgram } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { tried } from '../../support/runs.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const item = 'STORY-001';

interface Counting {
  readonly repository: GitRepository;
  /** How often a command starts git. @param folder where it runs; the repository's where it is left out. */
  readonly starts: (args: readonly string[], folder?: string) => Promise<number>;
}

/** A repository of many documents, and a git that notes each of its starts. */
function countingProject(): Counting {
  const repository = gitRepository();
  const ids = Array.from({ length: tried(300, 30) }, (_, index) => `STORY-${String(index + 1).padStart(3, '0')}`);
  repository.commit('Begin', Object.fromEntries(ids.map((id) => [`docs/specs/${id}.md`, cleanSpec(id)])));
  repository.commit('Board', { 'docs/product/sprint_board.md': `## Backlog\n\n### [${item}] One\n\n- [ ] Do it\n` });
  const state = temporaryFolder();
  const log = path.join(state, 'starts');
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  return {
    repository,
    starts: async (args, folder = repository.folder) => {
      rmSync(log, { force: true });
      const restore = withGitProgram(`#!/bin/sh\necho start >> '${log}'\nexec '${git}' "$@"\n`);
      const { code } = await run({ cwd: folder, env: { PACTWRIGHT_STATE: state } }, ...args).finally(restore);
      expect(code).toBeLessThan(2);
      return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
    },
  };
}

const gate = ['gate', 'act-in', item, '--recorded'];
const phase = ['phase', 'act', item, '--dry-run', '--no-agent'];
const work = { 'src/one.ts': 'export const one = 1;\n' };

describe.skipIf(process.platform === 'win32')('git is started', () => {
  it('so often and no more: an item is read once for a phase, its gate and its prompt', async () => {
    const { repository, starts } = countingProject();
    expect([await starts(gate), await starts(phase)]).toEqual([4, 4]);
    expect(await starts(['lint'])).toBe(0);
    repository.write(work);
    expect([await starts(gate), await starts(phase)]).toEqual([7, 7]);
  });

  it('once for the refs and the log, where the item has a worktree of its own', async () => {
    const { repository, starts } = countingProject();
    repository.git('branch', `feature/${item}`);
    const worktree = repository.worktree(`feature/${item}`);
    expect([await starts(gate, worktree), await starts(phase, worktree), await starts(phase)]).toEqual([4, 4, 5]);
    writeFiles(worktree, work);
    expect([await starts(gate, worktree), await starts(phase, worktree), await starts(phase)]).toEqual([7, 7, 8]);
  });
});
