import { describe, expect, it } from 'vitest';
import { logArguments } from '../../server/src/host/git/readLog.js';
import { longHistory } from '../support/gitRepository.js';
import { openGitIndex } from '../support/openGitIndex.js';
import { calibrate, median, report, timeOfLog } from './measure.js';

const commits = 40_000;
const mostCommits = 50_000;
/** How many times as long as git itself it may take. */
const bound = 3;

describe('a long history', () => {
  it.each([50, 9])(
    `with a merge every %i commits is indexed in at most ${bound} times the time git needs to write it`,
    async (mergeEvery) => {
      const { folder, git } = longHistory({ commits, mergeEvery });
      const input = `${git('rev-parse', 'HEAD')}\n`;
      const plain: number[] = [];
      const indexed: number[] = [];
      for (let round = -1; round < 5; round++) {
        const log = timeOfLog(folder, logArguments(mostCommits), input);
        const began = performance.now();
        const { index, history, spawns } = openGitIndex(folder, { mostCommits });
        const started = await spawns(() => index.refresh());
        const done = performance.now();
        expect(history().commits).toHaveLength(commits);
        // The repository, its refs, worktrees, ignored files, status and texts; and one log.
        expect(started).toBeLessThanOrEqual(7);
        // The first round warms the disk cache.
        if (round < 0) continue;
        plain.push(log);
        indexed.push(done - began);
      }
      for (const times of [plain, indexed]) times.sort((a, b) => a - b);
      const ratio = median(indexed) / median(plain);
      report(`index of ${commits} commits, a merge every ${mergeEvery}`, {
        'git log ms': median(plain),
        'index ms': median(indexed),
        ratio,
        bound,
        'calibration ms': calibrate(),
      });
      expect(ratio).toBeLessThanOrEqual(bound);
    },
  );
});
