import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { logFormat } from '../../server/src/host/git/parseLog.js';
import { longHistory } from '../support/gitRepository.js';
import { openGitIndex } from '../support/openGitIndex.js';
import { median, report } from './measure.js';

const bound = 3;

describe('the git index', () => {
  it(`knows 40,000 commits in at most ${bound} times the time of the log it reads`, { timeout: 600_000 }, async () => {
    const { folder } = longHistory({ commits: 40_000, mergeEvery: 9 });
    const args = ['log', '--raw', '-z', '--no-abbrev', '--no-renames', `--format=${logFormat}`];
    const plain: number[] = [];
    const whole: number[] = [];
    for (let run = 0; run < 3; run++) {
      const began = performance.now();
      spawnSync('git', args, { cwd: folder, stdio: 'ignore' });
      const between = performance.now();
      const { index, history } = openGitIndex(folder);
      await index.refresh();
      plain.push(between - began);
      whole.push(performance.now() - between);
      expect(history().commits).toHaveLength(40_000);
    }
    const [log, all] = [plain, whole].map((times) => median(times.sort((a, b) => a - b)));
    const ratio = (all ?? Number.NaN) / (log ?? Number.NaN);
    report('index of 40,000 commits', { 'log ms': log ?? 0, 'index ms': all ?? 0, ratio, bound });
    expect(ratio).toBeLessThanOrEqual(bound);
  });
});
