import { excerpt } from '../base/excerpt.js';
import type { StepName } from './event.js';
import type { PacketState, RunState } from './runState.js';

/** How a question begins that stops more than its packet. */
const form = /^[\s*_`]*(HALT|ALERT)[*_`]*\s*:/u;

/** In UTF-16 units; the whole question is with the packet. */
const longestReason = 300;

/** What else does not go on until a question is answered. */
export interface Alarm {
  readonly why: string;
  /** The step that is started for no packet any more; undefined: nothing is started. */
  readonly step?: StepName;
}

/**
 * What the question of a packet stops until a person answers it. `HALT:` is for what must not go on, such as a key in a log; `ALERT:` for
 * what is likely to be wrong with the same step of others.
 *
 * @returns undefined for a question like any other.
 */
function alarmOf({ packet, step, asks = '' }: PacketState): Alarm | undefined {
  const [, word] = form.exec(asks) ?? [];
  if (word === undefined) return undefined;
  const [first = ''] = asks.split('\n');
  return { why: `${packet.id}: ${excerpt(first, longestReason)}`, ...(word === 'ALERT' ? { step } : {}) };
}

/** What the open questions of a run stop: each until it is answered, whatever else is resumed or paused. */
export function alarmsOf({ open }: Pick<RunState, 'open'>): readonly Alarm[] {
  return [...open.values()].flatMap((one) => (one.asks === undefined ? [] : (alarmOf(one) ?? [])));
}

/** Whether nothing may be started. */
export function isHalted(alarms: readonly Alarm[]): boolean {
  return alarms.some(({ step }) => step === undefined);
}
