import type { LogFiles, Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { canResume } from '../../agents/agent.js';
import { agentNamed } from '../../agents/registry.js';
import { addLines, type SessionFacts } from '../../agents/sessions/sessionFacts.js';
import { type SessionView, viewSession } from '../../agents/sessions/sessionView.js';
import { sessionOf } from './sessionLog.js';

/** Reads the logs of sessions, and what was read before not again. */
export interface SessionReader {
  /**
   * The newest sessions of a folder of logs, newest first; none if it is missing.
   *
   * @param logs absolute.
   */
  read(logs: string): Promise<readonly SessionView[]>;
}

/** Older ones are not shown. */
const mostSessions = 200;

interface Known {
  readonly facts: SessionFacts | undefined;
  /** So many bytes were read: up to the end of a line. */
  readonly offset: number;
  readonly size: number;
}

/** @param readBytes reads a log from a place on. */
export function createSessionReader(machine: Machine, readBytes: LogFiles['read'] = machine.logs.read): SessionReader {
  const known = new Map<string, Known>();

  const readOne = async (file: string): Promise<SessionFacts | undefined> => {
    const { size } = await machine.disk.stat(file);
    const last = known.get(file);
    // A log only grows: what became shorter is another one.
    const before = last && last.size <= size ? last : { facts: undefined, offset: 0, size: -1 };
    if (before.size === size) return before.facts;
    const bytes = await readBytes(file, before.offset, size);
    const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
    const facts = addLines(before.facts, whole.toString('utf8').split('\n'));
    known.set(file, { facts, offset: before.offset + whole.length, size: before.offset + bytes.length });
    return facts;
  };

  return {
    read: async (logs) => {
      const names = (await machine.disk.readdir(logs).catch(() => [])).filter((name) => sessionOf(name) !== undefined);
      const newest = names.sort().slice(-mostSessions).reverse();
      const files = newest.map((name) => path.join(logs, name));
      for (const file of known.keys()) if (path.dirname(file) === logs && !files.includes(file)) known.delete(file);
      const found: SessionFacts[] = [];
      for (const file of files) {
        // One that cannot be read, or is gone meanwhile, hides no other.
        const facts = await readOne(file).catch(() => undefined);
        if (facts) found.push(facts);
      }
      // Names tell seconds, and two may begin within one.
      return viewAll(
        machine,
        found.sort((a, b) => b.startedAt - a.startedAt),
      );
    },
  };
}

/**
 * The sessions of an item whose logs are there, oldest first.
 *
 * @param logs absolute.
 */
export async function readSessionsOf(machine: Machine, logs: string, item: string): Promise<readonly SessionFacts[]> {
  const named = await readSessions(machine, logs, (session) => session.includes(`-${item}-`));
  return named.filter(({ start }) => start.item === item);
}

/** The sessions whose names are wanted, oldest first. @param logs absolute. */
export async function readSessions(
  machine: Machine,
  logs: string,
  isWanted: (session: string, log: string) => boolean | Promise<boolean>,
): Promise<readonly SessionFacts[]> {
  const found: SessionFacts[] = [];
  for (const name of await machine.disk.readdir(logs).catch(() => [])) {
    const [session, log] = [sessionOf(name), path.join(logs, name)];
    const facts = session !== undefined && (await isWanted(session, log)) && (await readSession(machine, log));
    if (facts) found.push(facts);
  }
  return found.sort((a, b) => a.startedAt - b.startedAt);
}

async function viewAll(machine: Machine, found: readonly SessionFacts[]): Promise<readonly SessionView[]> {
  const open = found.filter(({ ended }) => !ended);
  const live = await machine.programs.whichLive(
    open.flatMap(({ process: program, keeper }) => [keeper, ...(program ? [program] : [])]),
  );
  return found.map((facts) => ({
    ...viewSession(facts, {
      program: facts.process !== undefined && live.has(facts.process),
      keeper: live.has(facts.keeper),
    }),
    ...(resumesInTerminal(facts) ? { canResume: true } : {}),
  }));
}

/** An agent of the settings alone says nothing of itself: it is tried. */
function resumesInTerminal({ start, told }: SessionFacts): boolean {
  const agent = agentNamed(start.agent);
  return told.agentSession !== undefined && (!agent || canResume(agent, 'interactive'));
}

/** What the log of one session says; undefined if there is none, or it cannot be read. */
export async function readSession(machine: Machine, log: string): Promise<SessionFacts | undefined> {
  try {
    const { size } = await machine.disk.stat(log);
    return addLines(undefined, (await machine.logs.read(log, 0, size)).toString('utf8').split('\n').slice(0, -1));
  } catch {
    return undefined;
  }
}
