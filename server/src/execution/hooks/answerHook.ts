import path from 'node:path';
import type { HookGuard, HookMoment, Payload } from '../../agents/agent.js';
import type { Machine } from '../../workspace/machine.js';
import { refuseTool } from './guardTool.js';

export interface HookQuestion {
  readonly guard: HookGuard;
  readonly event: string;
  readonly payload: Payload;
}

interface Desk {
  readonly machine: Machine;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * What a hook answers, as its program reads it from the standard output; empty if it allows and has nothing to say.
 *
 * @throws what keeps it from finding out.
 */
export async function answerHook({ guard, event, payload }: HookQuestion, desk: Desk): Promise<string> {
  const { machine, cwd, signal } = desk;
  const moment = momentOf(guard, event);
  if (moment === 'tool') {
    const reason = await refuseTool(guard.readWish(payload), desk);
    return reason === undefined ? '' : guard.refuse(event, reason);
  }
  // It is on its way already: once more would be without end.
  if (moment === undefined || moment === 'other' || payload['stop_hook_active'] === true) return '';
  const given = payload['cwd'] ?? payload['directory'];
  const folder = path.resolve(cwd, typeof given === 'string' ? given : '.');
  const { missingAtStop, sessionFacts } = await import('./sessionFacts.js');
  if (moment !== 'stop') {
    const facts = await sessionFacts({ machine, folder, signal });
    return facts === undefined ? '' : guard.inform(event, facts);
  }
  const session = payload['session_id'] ?? payload['sessionId'];
  const missing = await missingAtStop(typeof session === 'string' ? session : undefined, { machine, folder, signal });
  return missing === undefined ? '' : guard.hold(event, missing);
}

/** Undefined for an event that is not answered. */
export function momentOf({ moments }: HookGuard, event: string): HookMoment | undefined {
  return Object.hasOwn(moments, event) ? moments[event] : undefined;
}
