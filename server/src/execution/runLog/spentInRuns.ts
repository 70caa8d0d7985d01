import path from 'node:path';
import type { Reserved, Spender } from '../../agents/budget.js';
import { isAgentStep } from '../../runs/afterStep.js';
import type { RunRecord, StepName } from '../../runs/event.js';
import type { RunState } from '../../runs/runState.js';
import type { Machine } from '../../workspace/machine.js';
import { eventsOf, isDriven, listRuns, openRun } from './runFile.js';

/** What agents of runs use beside what the sessions on this machine say. */
export interface SpentInRuns {
  /** What workers have used for runs that are coordinated here, as far as they have handed in results: each start counts as a session. */
  readonly spent: readonly Spender[];
  /** What is put aside for agents at work. */
  readonly reserved: readonly Reserved[];
}

/**
 * @param logs the folder of the sessions: absolute.
 * @param since of runs in which nothing has happened since, nothing is read; milliseconds since 1970, as is `today`.
 * @param today when the day began.
 */
export async function spentInRuns(
  machine: Machine,
  logs: string,
  { since, today }: { readonly since: number; readonly today: number },
): Promise<SpentInRuns> {
  const place = { runs: path.join(path.dirname(logs), 'runs'), sessions: logs };
  const spent: Spender[] = [];
  const reserved: Reserved[] = [];
  for (const id of await listRuns(machine, place)) {
    const changed = await machine.disk.stat(eventsOf(path.join(place.runs, id))).catch(() => undefined);
    if (!changed || changed.mtimeMs < since) continue;
    const records: RunRecord[] = [];
    // One that cannot be read keeps no agent from its work.
    const opened = await openRun(machine, place, id, (record) => records.push(record)).catch(() => undefined);
    if (!opened) continue;
    const { state } = opened.fold;
    const isElsewhere = state.plan.terms['queue'] !== undefined;
    if (isElsewhere) spent.push(...spentIn(records, state.plan.terms['plan'] === undefined));
    const isHere = await isDriven(machine, state);
    // Workers go on while their coordinator is away, but not for days; what a killed engine had at work is over.
    if (isElsewhere || isHere) reserved.push(...reservedIn(state, isElsewhere, isHere ? 0 : today));
  }
  return { spent, reserved };
}

/** @param from what began before is over: milliseconds since 1970. */
function reservedIn({ plan, packets }: RunState, isElsewhere: boolean, from: number): readonly Reserved[] {
  return [...packets.values()].flatMap(({ packet, flight }) =>
    flight?.dollars === undefined || flight.at < from
      ? []
      : [{ run: plan.run, packet: packet.id, dollars: flight.dollars, at: flight.at, isElsewhere }],
  );
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
