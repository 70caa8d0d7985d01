import type { AgentEvent } from '../../agents/agentEvent.js';
import type { SessionFacts } from '../../agents/sessions/sessionFacts.js';
import { costEvents } from '../../agents/streams/events.js';
import type { AgentRun } from './agentRun.js';
import { type KnownRecords, type OwnRecord, readOwnRecord } from './ownRecords.js';
import { readSession } from './sessionReader.js';

/** Reports what a program records of a session itself: from time to time while it works, and once more in the end. */
export interface Meter {
  /** @param looks whether to look at all. */
  readonly close: (looks: boolean) => Promise<void>;
}

/** How often the whole is read while a program works, in milliseconds: more often where costs decide whether it goes on. */
const relaxedMs = 60_000;
const hurriedMs = 10_000;
/** How often to look whether the record was written to, where it says what nothing else does; for how long whether there is one. */
const glanceMs = 3_000;
const firstMs = 120_000;
/** Reading a long record takes at most this part of the time. */
const largestPart = 1 / 20;

/**
 * Watches the record of a session. In a terminal nothing else reports costs, and from some programs the end of a turn and the id by which
 * the session is resumed; without one, of some that a request to the model fails again and again.
 *
 * @returns undefined if the program keeps none.
 */
export function openMeter(
  { agent, machine, folder, mode, resumes, limits }: AgentRun,
  { session, log }: { readonly session: string; readonly log: string },
  tell: (event: AgentEvent) => void,
): Meter | undefined {
  const { records } = agent;
  if (!records) return undefined;
  const { clock, disk } = machine;
  const startedAt = clock();
  const known: KnownRecords = new Map();
  const isHurried = limits?.dollars !== undefined;
  const glances = mode === 'interactive' || records.readRequest !== undefined;
  let last: { readonly at: number; readonly tookMs: number; readonly found: OwnRecord | undefined } | undefined;
  let toldCosts = '';
  let toldAttempt = 0;
  const isDue = async (): Promise<boolean> => {
    const now = clock();
    if (!last || now - last.at >= (isHurried ? hurriedMs : relaxedMs)) return true;
    if (!glances || now - last.at < last.tookMs / largestPart) return false;
    if (!last.found) return now - startedAt < firstMs;
    return (await disk.stat(last.found.file)).mtimeMs !== last.found.writtenAt;
  };
  const look = async (isLast: boolean): Promise<void> => {
    const facts = await readSession(machine, log);
    const agentSession = facts?.told.agentSession ?? resumes?.agentSession;
    const at = clock();
    const found = await readOwnRecord(machine, records, { session, agentSession, folder, startedAt }, known);
    last = { at, tookMs: clock() - at, found };
    const [costs] = costEvents(found?.costs ?? {});
    // Without a terminal the stream reports them, where it does.
    const isWanted = isLast || isHurried || mode === 'interactive';
    if (costs && isWanted && JSON.stringify(costs) !== toldCosts) {
      toldCosts = JSON.stringify(costs);
      tell(costs);
    }
    if (found && facts && mode === 'interactive') for (const event of turnEvents(found, facts)) tell(event);
    // In a terminal the person sees it.
    const { failing } = found ?? {};
    if (mode === 'headless' && failing && failing.attempt !== toldAttempt) tell({ kind: 'error', ...failing });
    toldAttempt = failing?.attempt ?? 0;
  };
  let looking = Promise.resolve();
  const next = (whether?: () => Promise<boolean>): Promise<void> =>
    (looking = looking
      .then(async () => {
        if (!whether || (await whether())) await look(!whether);
        // Another program wrote it: what cannot be read is not known.
      })
      .catch(() => undefined));
  const everyMs = glances ? glanceMs : isHurried ? hurriedMs : undefined;
  const timer = everyMs === undefined ? undefined : setInterval(() => void next(isDue), everyMs);
  return {
    close: async (looks) => {
      clearInterval(timer);
      if (looks) await next();
    },
  };
}

/** What its hooks have not reported yet. */
function turnEvents({ agentSession, isOver }: OwnRecord, { told, stage }: SessionFacts): readonly AgentEvent[] {
  return [
    ...(told.agentSession === undefined && agentSession !== undefined
      ? [{ kind: 'session', session: agentSession } as const]
      : []),
    ...(isOver === true && stage === 'running' ? [{ kind: 'turnEnd' } as const] : []),
    ...(isOver === false && stage === 'idle' ? [{ kind: 'working' } as const] : []),
  ];
}
