import { shortHash } from '../../base/contentHash.js';
import type { RunReader } from '../../execution/runLog/runReader.js';
import { type ListedRun, runLogRequest, runsRequest } from '../../protocol.js';
import type { SessionLogs } from './agentRequests.js';
import type { AnswerRequest } from './answerRequest.js';

/** Answers what the client's view of runs asks. @param places of projects; none without trust. */
export function registerRunRequests(
  answer: AnswerRequest,
  reader: RunReader,
  places: () => Promise<readonly Pick<SessionLogs, 'logs'>[]>,
): void {
  answer(runsRequest, undefined, async ({ known }) => {
    const runs: ListedRun[] = [];
    for (const logs of new Set((await places()).map((place) => place.logs))) runs.push(...(await reader.read(logs)));
    const stamp = shortHash(JSON.stringify(runs));
    return stamp === known ? undefined : { stamp, runs };
  });
  answer(runLogRequest, [], async ({ run, after }) =>
    [...new Set((await places()).map((place) => place.logs))].flatMap((logs) => reader.linesOf(logs, run, after)),
  );
}
