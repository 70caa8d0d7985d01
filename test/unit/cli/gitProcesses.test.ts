import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const item = 'STORY-001';

/** A repository of 300 documents, and a git that notes each of its starts. */
function countingProject(): { readonly starts: (...args: readonly string[]) => number } {
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
    starts: (...args) => {
      rmSync(log, { force: true });
      const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: repository.folder, env, stdio: 'ignore' });
      expect(status).toBeLessThan(2);
      return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
    },
  };
}

describe.skipIf(process.platform === 'win32')('git is started', () => {
  it('so often and no more: an item is read once for a phase, its gate and its prompt', () => {
    const { starts } = countingProject();
    expect(starts('phase', 'act', item, '--dry-run', '--no-agent')).toBeLessThanOrEqual(12);
    expect(starts('gate', 'act-in', item, '--recorded')).toBeLessThanOrEqual(12);
    expect(starts('lint')).toBe(0);
  });
});
