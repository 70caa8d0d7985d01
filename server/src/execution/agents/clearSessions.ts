import type { Machine } from '../../workspace/machine.js';
import { describeError } from '../../base/errors.js';
import { agentFilesFolder, promptFileOf, removeLocalFile } from './localFiles.js';
import { logOf, sessionOf, startOfSession } from './sessionLog.js';
import { mainOf, snapshotRef, undoOf } from '../snapshots/snapshot.js';
import { readSession } from './sessionReader.js';

/** So many are kept, however old they are. */
const keptSessions = 50;

/** So long all are kept, however many they are; in milliseconds. */
export const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes what old sessions left: the prompt where the agent worked, the files that its program was started with, and the log, which
 * goes last, so that the next call continues an interrupted one. Only of sessions whose end was recorded.
 *
 * @param logs absolute.
 * @param now milliseconds since 1970.
 * @throws what the operating system says of those that cannot be cleared; all others are.
 */
export async function clearSessions(machine: Machine, logs: string, now: number): Promise<void> {
  const failures: unknown[] = [];
  for (const session of oldSessions(await machine.disk.readdir(logs), now))
    await clearSession(machine, logs, session).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, describeError(failures[0]));
}

async function clearSession(machine: Machine, logs: string, session: string): Promise<void> {
  const log = logOf(logs, session);
  if (log === undefined) return;
  const facts = await readSession(machine, log);
  // What runs, waits, or was lost without a recorded end, stays.
  if (!facts?.ended || facts.start.id !== session) return;
  await removeLocalFile(machine, facts.start.folder, promptFileOf(session));
  await machine.disk.rm(agentFilesFolder(logs, session), { recursive: true, force: true });
  // In a project without git there is none; what keeps it from being deleted is found again by the next.
  for (const name of [session, undoOf(session), mainOf(session), mainOf(undoOf(session))])
    await machine.runGit(logs, ['update-ref', '-d', snapshotRef(name)], new AbortController().signal);
  await machine.disk.rm(log, { force: true });
}

/**
 * Those that are neither among the newest nor young.
 *
 * @param names of what is in the folder of the logs; what is no log is skipped.
 */
export function oldSessions(names: readonly string[], now: number): readonly string[] {
  const sessions = names.flatMap((name) => sessionOf(name) ?? []).sort();
  return sessions.slice(0, -keptSessions).filter((session) => startOfSession(session) < now - keptMs);
}
