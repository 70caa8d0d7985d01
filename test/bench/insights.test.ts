import { describe, expect, it } from 'vitest';
import { createGit } from '../../server/src/host/git.js';
import { logArguments } from '../../server/src/host/git/readLog.js';
import { createBoardMovesReader } from '../../server/src/workspace/insights/boardMoves.js';
import { readHeadHistory } from '../../server/src/workspace/insights/headHistory.js';
import { readInsights } from '../../server/src/workspace/insights/readInsights.js';
import { boardHistory } from '../support/boardHistory.js';
import { firstCommitAt } from '../support/gitRepository.js';
import { calibrate, median, report, timeOfLog } from './measure.js';

const commits = 5_000;
const mostCommits = 50_000;
/** How many times as long as the log it reads it may take, all versions of the board read and counted. */
const bound = 3;
/** Beyond this a run fails; in between the figure says so: on a busy machine three processes wait longer than one. */
const failing = 4.5;

describe('insights', () => {
  it(`of ${commits} commits that all change the board cost about ${bound} times the log`, async () => {
    const { folder, git } = boardHistory({ commits });
    const input = `${git('rev-parse', 'HEAD')}\n`;
    const now = firstCommitAt + commits * 3_600_000;
    const [plain, whole, again]: [number[], number[], number[]] = [[], [], []];
    for (let round = -2; round < 9; round++) {
      const log = timeOfLog(folder, logArguments(mostCommits), input);
      const began = performance.now();
      const host = createGit();
      const reader = createBoardMovesReader({ git: host });
      const question = { board: 'docs/product/sprint_board.md', isArchived: () => false, now };
      const head = await readHeadHistory(host, folder);
      const { insights } = await readInsights(reader, { ...head, ...question });
      const done = performance.now();
      expect(insights?.versions).toBe(commits);
      // The log, and the versions of the board; for refs into a pack git is asked once in a process.
      const asked = round === -2 ? 3 : 2;
      expect(host.spawns()).toBe(asked);
      await readInsights(reader, { ...head, ...question });
      const known = performance.now();
      expect(host.spawns()).toBe(asked);
      // The first rounds warm the disk cache and the engine.
      if (round < 0) continue;
      plain.push(log);
      whole.push(done - began);
      again.push(known - done);
    }
    for (const times of [plain, whole, again]) times.sort((a, b) => a - b);
    const ratio = median(whole) / median(plain);
    report(`insights of ${commits} commits`, {
      'git log ms': median(plain),
      'insights ms': median(whole),
      'again ms': median(again),
      ratio,
      bound,
      'calibration ms': calibrate(),
    });
    expect(ratio).toBeLessThanOrEqual(failing);
  });
});
