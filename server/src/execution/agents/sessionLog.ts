import type { Machine } from '../../workspace/machine.js';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { keptEvent } from '../../agents/sessions/keptEvent.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import type { Phase } from '../../agents/phase.js';
import type { SessionEntry } from '../../agents/sessionRecord.js';
import { describeError } from '../../base/errors.js';

/** What a log ends with. */
const extension = '.jsonl';

const idForm = /^\d{8}-\d{6}-[\w-]{1,150}-[0-9a-f]{4}$/u;

/**
 * A new name of a session: `20260301-141502-act-STORY-042-1f3a`.
 *
 * @param now milliseconds since 1970; the name has it in UTC, so that names sort by time.
 */
export function newSessionId(now: number, phase: Phase | undefined, item: string | undefined): string {
  const [day = '', time = ''] = new Date(now)
    .toISOString()
    .replace(/[-:]|\..*/gu, '')
    .split('T');
  return [day, time, phase ?? 'run', ...(item === undefined ? [] : [item]), randomBytes(2).toString('hex')].join('-');
}

/** The log of a session. @returns undefined for what is no name of one: it may come from a command line or an environment. */
export function logOf(logs: string, session: string): string | undefined {
  return idForm.test(session) ? path.join(logs, `${session}${extension}`) : undefined;
}

/** The session a log is of; undefined for another file. */
export function sessionOf(name: string): string | undefined {
  const session = name.endsWith(extension) ? name.slice(0, -extension.length) : '';
  return idForm.test(session) ? session : undefined;
}

/** When a session began, to the second, as its name says; in milliseconds since 1970. */
export function startOfSession(session: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/u.exec(session) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** @throws the error of the operating system. */
export async function appendEntry(
  machine: Machine,
  log: string,
  entry: Exclude<SessionEntry, { kind: 'start' | 'event' }>,
): Promise<void> {
  await machine.logs.append(log, () => JSON.stringify(entry));
}

/** Appends an event, cut, and unless the log is too large. @throws the error of the operating system. */
export async function appendEvent(machine: Machine, log: string, at: number, event: AgentEvent): Promise<void> {
  await machine.logs.append(log, (size) => {
    const kept = keptEvent(event, size);
    return kept && JSON.stringify({ kind: 'event', at, event: kept } satisfies SessionEntry);
  });
}

/** Appends to one log, one entry after the other. */
export interface Recorder {
  readonly add: (entry: Exclude<SessionEntry, { kind: 'start' }>) => void;
  /** Once all is written, or cannot be. */
  readonly settled: () => Promise<void>;
}

/** @param onFailure called once with why entries cannot be written, as half a sentence. */
export function createRecorder(machine: Machine, log: string, onFailure: (message: string) => void): Recorder {
  let writing = Promise.resolve();
  let hasFailed = false;
  const failed = (error: unknown): void => {
    if (!hasFailed) onFailure(describeError(error));
    hasFailed = true;
  };
  return {
    add: (entry) => {
      const write = (): Promise<void> =>
        entry.kind === 'event' ? appendEvent(machine, log, entry.at, entry.event) : appendEntry(machine, log, entry);
      writing = writing.then(write).catch(failed);
    },
    settled: () => writing,
  };
}
