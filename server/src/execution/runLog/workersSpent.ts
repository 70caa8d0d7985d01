import path from 'node:path';
import type { Spender } from '../../agents/budget.js';
import { isAgentStep } from '../../runs/afterStep.js';
import type { RunRecord, StepName } from '../../runs/event.js';
import type { Machine } from '../../workspace/machine.js';
import { eventsOf, listRuns, openRun } from './runFile.js';

/**
 * What workers have used for runs that are coordinated here, as far as they have handed in results: each start of an agent counts as a
 * session. What agents used on this machine is in the logs of their sessions.
 *
 * @param logs the folder of the sessions: absolute.
 * @param since of runs in which nothing has happened since, nothing is read; milliseconds since 1970.
 */
export async function workersSpent(machine: Machine, logs: string, since: number): Promise<readonly Spender[]> {
  const place = { runs: path.join(path.dirname(logs), 'runs'), sessions: logs };
  const found: Spender[] = [];
  for (const id of await listRuns(machine, place)) {
    const changed = await machine.disk.stat(eventsOf(path.join(place.runs, id))).catch(() => undefined);
    if (!changed || changed.mtimeMs < since) continue;
    const records: RunRecord[] = [];
    // One that cannot be read keeps no agent from its work.
    const opened = await openRun(machine, place, id, (record) => records.push(record)).catch(() => undefined);
    if (opened?.fold.state.plan.terms['queue'] === undefined) continue;
    found.push(...spentIn(records, opened.fold.state.plan.terms['plan'] === undefined));
  }
  return found;
}

/** @param ofItems whether its packets are items. */
function spentIn(records: readonly RunRecord[], ofItems: boolean): readonly Spender[] {
  const starts = new Map<string, { readonly at: number; readonly step: StepName }>();
  return records.flatMap(({ at, event }): Spender[] => {
    if (event.kind === 'started') starts.set(event.key, { at, step: event.step });
    const start = event.kind === 'ended' ? starts.get(event.key) : undefined;
    if (event.kind !== 'ended' || !start || !isAgentStep(start.step)) return [];
    const { outcome, dollars, tokens, agentMs } = event.result;
    // A worker that was lost, or refused, may not have started an agent.
    const isKnown = outcome === 'passed' || outcome === 'back' || tokens !== undefined || agentMs !== undefined;
    return isKnown
      ? [
          {
            ...(ofItems ? { item: event.packet } : {}),
            dollars,
            inputTokens: tokens,
            startedAt: start.at,
            worked: agentMs === undefined ? [] : [{ from: at - agentMs, to: at }],
          },
        ]
      : [];
  });
}
