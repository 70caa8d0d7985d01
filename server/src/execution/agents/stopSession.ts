import { setTimeout as pause } from 'node:timers/promises';
import type { SessionFacts } from '../../agents/sessions/sessionFacts.js';
import { stateOf } from '../../agents/sessions/sessionView.js';
import { endWithDescendants } from '../../host/endProcess.js';
import { whichLive } from '../../host/processTable.js';
import { appendEntry } from './sessionLog.js';
import { readSession } from './sessionReader.js';

/** So long its keeper may take: longer than what it starts is given to end by itself. */
const patienceMs = 10_000;
const lookMs = 100;

/** `over`: it had ended before, or is lost. */
export type Stopped = 'stopped' | 'over';

/**
 * Ends a session's agent with all that it has started. Its keeper does it, and goes on to nothing else; where that is gone or does
 * not answer, it is done and recorded here.
 *
 * @param log absolute.
 * @throws the error of the operating system, where the end cannot be recorded.
 */
export async function stopSession(log: string, now: () => number): Promise<Stopped> {
  const facts = await readSession(log);
  if (!facts) return 'over';
  const { keeper } = facts;
  const life = await lifeOf(facts);
  const state = stateOf(facts, life);
  if (facts.ended || state === 'lost') return 'over';
  // On Windows a signal would end it before it could do anything.
  if (life.keeper && process.platform !== 'win32') {
    signal(keeper.pid);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if ((await readSession(log))?.ended) return 'stopped';
      if ((await whichLive([keeper])).size === 0) break;
      await pause(lookMs);
    }
  }
  const last = (await readSession(log)) ?? facts;
  if (last.process) await endWithDescendants(last.process, `PACTWRIGHT_SESSION=${last.start.id}`);
  if ((await readSession(log))?.ended) return 'stopped';
  await appendEntry(log, {
    kind: 'end',
    at: now(),
    code: null,
    end: { kind: 'cancelled', message: 'it was stopped' },
  });
  return 'stopped';
}

async function lifeOf({
  process: program,
  keeper,
}: SessionFacts): Promise<{ readonly program: boolean; readonly keeper: boolean }> {
  const live = await whichLive([keeper, ...(program ? [program] : [])]);
  return { program: program !== undefined && live.has(program), keeper: live.has(keeper) };
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}
