import type { Machine } from '../../workspace/machine.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { SessionFacts } from '../../agents/sessions/sessionFacts.js';
import { stateOf } from '../../agents/sessions/sessionView.js';
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
export async function stopSession(machine: Machine, log: string): Promise<Stopped> {
  const facts = await readSession(machine, log);
  if (!facts) return 'over';
  const { keeper } = facts;
  const life = await lifeOf(machine, facts);
  const state = stateOf(facts, life);
  if (facts.ended || state === 'lost') return 'over';
  // On Windows a signal would end it before it could do anything.
  if (life.keeper && machine.places.platform !== 'win32') {
    machine.programs.askToEnd(keeper.pid);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if ((await readSession(machine, log))?.ended) return 'stopped';
      if ((await machine.programs.whichLive([keeper])).size === 0) break;
      await pause(lookMs);
    }
  }
  const last = (await readSession(machine, log)) ?? facts;
  if (last.process) await machine.programs.endWithDescendants(last.process, `PACTWRIGHT_SESSION=${last.start.id}`);
  if ((await readSession(machine, log))?.ended) return 'stopped';
  await appendEntry(machine, log, {
    kind: 'end',
    at: machine.clock(),
    code: null,
    end: { kind: 'cancelled', message: '' },
  });
  return 'stopped';
}

async function lifeOf(
  machine: Machine,
  { process: program, keeper }: SessionFacts,
): Promise<{ readonly program: boolean; readonly keeper: boolean }> {
  const live = await machine.programs.whichLive([keeper, ...(program ? [program] : [])]);
  return { program: program !== undefined && live.has(program), keeper: live.has(keeper) };
}
