import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { appendEvent, sessionOf } from '../agents/sessionLog.js';

/**
 * Appends to the log of the session that a hook is called in, as its surroundings name it: no other file, and none that is not there.
 * What works without a terminal tells itself what it does.
 *
 * @throws the error of the operating system.
 */
export async function tellSession(machine: Machine, events: readonly AgentEvent[]): Promise<void> {
  const { env } = machine.places;
  const log = env['PACTWRIGHT_SESSION_LOG'] ?? '';
  if (env['PACTWRIGHT_MODE'] !== 'interactive' || !isLogOf(log, env['PACTWRIGHT_SESSION'])) return;
  for (const event of events) await appendEvent(machine, log, machine.clock(), event);
}

function isLogOf(file: string, session: string | undefined): boolean {
  const folder = path.dirname(file);
  return (
    path.isAbsolute(file) &&
    session !== undefined &&
    sessionOf(path.basename(file)) === session &&
    path.basename(folder) === 'agents' &&
    path.basename(path.dirname(folder)) === 'pactwright'
  );
}
