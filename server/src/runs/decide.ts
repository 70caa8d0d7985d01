import { globsMeet } from '../base/globs.js';
import type { Packet, StepName } from './event.js';
import { isAgentStep } from './afterStep.js';
import { type Alarm, alarmsOf, isHalted } from './alarm.js';
import { isPausedAt, isSettled, type PacketState, type RunState } from './runState.js';

/** A step that can be started now. */
export interface Start {
  readonly packet: Packet;
  readonly step: StepName;
  /** Names this start, and no other. */
  readonly key: string;
  /** What is put aside for it, in US dollars; undefined: there is no limit. */
  readonly dollars: number | undefined;
}

/** What to do next. */
export interface Decision {
  readonly starts: readonly Start[];
  /** When to look again, if nothing ends before; milliseconds since 1970. */
  readonly wakeAt?: number;
  /** Why the run has to stop for a person. */
  readonly halt?: string;
}

/** Later steps first: what is begun is brought to its end before more is begun. */
const urgency: readonly StepName[] = ['clean', 'merge', 'review', 'build'];

/** Decides what may be started now. Pure: the same state and time give the same answer. */
export function decide(state: RunState, now: number): Decision {
  const alarms = alarmsOf(state);
  if (state.mode !== 'open' || isHalted(alarms)) return { starts: [] };
  const { limits } = state;
  const endsAt = limits.maxMs === undefined ? Infinity : state.timedFrom + limits.maxMs;
  if (now >= endsAt) return { starts: [], halt: 'the run has reached its time limit' };
  if (state.failedInARow >= limits.haltAfter)
    return { starts: [], halt: `${state.failedInARow} packets failed one after the other` };
  const desk = openDesk(state, new Set(alarms.map(({ step }) => step)));
  const ready = new Map<StepName, PacketState[]>(urgency.map((step) => [step, []]));
  let wakeAt = endsAt;
  for (const one of state.open.values()) {
    if (one.flight || one.asks !== undefined) continue;
    if (one.notBefore > now) wakeAt = Math.min(wakeAt, one.notBefore);
    else ready.get(one.step)?.push(one);
  }
  const starts = urgency.flatMap((step) => (ready.get(step) ?? []).flatMap((one) => desk.admit(one) ?? []));
  return {
    starts,
    ...(wakeAt === Infinity ? {} : { wakeAt }),
    ...(starts.length === 0 && desk.isBroke() ? { halt: desk.brokeWords() } : {}),
  };
}

/** Whether a packet only waits for a point in time. */
export function hasOpenWait(state: RunState, now: number): boolean {
  return state.mode === 'open' && [...state.open.values()].some((one) => one.notBefore > now);
}

/** Whether a packet waits at a step that a person has stopped. */
export function hasPaused(state: RunState): boolean {
  return [...state.open.values()].some(({ step }) => isPausedAt(state, step));
}

/** Whether an engine would end at once, because a person has stopped a step and nothing else can be done. */
export function isHeld(state: RunState, now: number): boolean {
  if (!hasPaused(state) || hasOpenWait(state, now) || [...state.open.values()].some(({ flight }) => flight))
    return false;
  const { starts, halt } = decide(state, now);
  return starts.length === 0 && halt === undefined;
}

interface Desk {
  /** @returns undefined where a limit, a lease or a resource is in the way for now. */
  readonly admit: (one: PacketState) => Start | undefined;
  /** Whether money or tokens alone are in the way, and nothing in flight can give some back. */
  readonly isBroke: () => boolean;
  readonly brokeWords: () => string;
}

/** Keeps account of what is taken, by what is in flight and by what is admitted. */
/** @param alarmed the steps that open questions stop. */
function openDesk(state: RunState, alarmed: ReadonlySet<StepName | undefined>): Desk {
  const { limits } = state;
  const working = new Map<string, number>();
  const holders: Packet[] = [];
  let flights = 0;
  let agents = 0;
  let merges = 0;
  const spent = state.dollars;
  let reserved = 0;
  let lacksMoney = false;
  let lacksTokens = false;
  const take = (step: StepName): void => {
    if (step === 'merge') merges++;
    if (!isAgentStep(step)) return;
    agents++;
    const agent = agentOf(state, step);
    if (agent !== undefined) working.set(agent, (working.get(agent) ?? 0) + 1);
  };
  for (const { packet, begun, outcome, flight } of state.open.values()) {
    if (begun && outcome === undefined) holders.push(packet);
    if (!flight) continue;
    flights++;
    reserved += flight.dollars ?? 0;
    take(flight.step);
  }
  // What waits when a batch is over makes the next one.
  const mostMerges = merges > 0 ? 0 : (limits.mergeBatch ?? 1);

  const isFree = (step: StepName): boolean => {
    if (step === 'merge') return merges < mostMerges;
    if (!isAgentStep(step)) return true;
    const agent = agentOf(state, step);
    return (
      agents < limits.parallel &&
      Object.entries(limits.perAgent).every(([names, most]) => {
        const group = names.split('+');
        if (agent === undefined || !group.includes(agent)) return true;
        return group.reduce((sum, name) => sum + (working.get(name) ?? 0), 0) < most;
      })
    );
  };

  const affords = (dollars: number): boolean => {
    if (limits.dollars === undefined || spent + reserved + dollars <= limits.dollars + 1e-9) return true;
    lacksMoney = true;
    return false;
  };

  const hasTokens = (): boolean => {
    lacksTokens ||= state.tokens >= (limits.tokens ?? Infinity);
    return !lacksTokens;
  };

  return {
    admit: ({ packet, step, begun, starts }) => {
      if (
        state.stopped.has(step) ||
        alarmed.has(step) ||
        !isFree(step) ||
        (!begun && holders.some((held) => collide(held, packet)))
      )
        return undefined;
      const dollars = isAgentStep(step) ? limits.dollarsPerStart : undefined;
      if (dollars !== undefined && !affords(dollars)) return undefined;
      if (isAgentStep(step) && !hasTokens()) return undefined;
      take(step);
      if (!begun) holders.push(packet);
      reserved += dollars ?? 0;
      return { packet, step, key: `${packet.id}/${step}/${starts + 1}`, dollars };
    },
    isBroke: () => (lacksMoney || lacksTokens) && flights === 0,
    brokeWords: () =>
      lacksTokens
        ? `${state.tokens} tokens are used, and ${limits.tokens ?? 0} are allowed: ${moreWords}`
        : `the budget is used up: $${spent.toFixed(2)} of $${(limits.dollars ?? 0).toFixed(2)} are spent, and a start takes $${(limits.dollarsPerStart ?? 0).toFixed(2)}: ${moreWords}`,
  };
}

/** A limit belongs to its run. */
const moreWords = '`pactwright run start` with a higher limit works on what is left';

function agentOf({ limits }: RunState, step: StepName): string | undefined {
  return step === 'build' || step === 'review' ? limits.agents[step] : undefined;
}

/** What two packets cannot hold at the same time; undefined: they can be worked on side by side. */
export function collide(one: Packet, other: Packet): string | undefined {
  const known = collisions.get(one) ?? new Map<Packet, string | undefined>();
  collisions.set(one, known);
  if (!known.has(other)) known.set(other, findCollision(one, other));
  return known.get(other);
}

/** A packet never changes, and the same two are compared again whenever something may be started. */
const collisions = new WeakMap<Packet, Map<Packet, string | undefined>>();

function findCollision(one: Packet, other: Packet): string | undefined {
  const resource = one.resources.find((name) => other.resources.includes(name));
  if (resource !== undefined) return resource;
  return one.touches.find((mine) => other.touches.some((theirs) => mine === theirs || globsMeet(mine, theirs)));
}

/** A packet that another one waits for. */
export interface Waiting {
  readonly packet: string;
  /** What it holds: files or a resource; undefined: it has to be merged first. */
  readonly holds?: string;
}

/** The packets that one waits for before it may begin: what it needs, or else who holds what it needs for itself. */
export function waitsFor(state: RunState, { packet, begun }: PacketState): readonly Waiting[] {
  if (begun) return [];
  const needs = packet.needs.filter((need) => !isSettled(state.packets.get(need), packet));
  if (needs.length > 0) return needs.map((need) => ({ packet: need }));
  for (const other of state.open.values()) {
    if (!other.begun || other.outcome !== undefined || other.packet === packet) continue;
    const holds = collide(packet, other.packet);
    if (holds !== undefined) return [{ packet: other.packet.id, holds }];
  }
  return [];
}

/** Why no more of a step are started: a sentence without full stop. */
export function stoppedWords(step: StepName, why: string | undefined): string {
  return why === undefined ? `${step} is paused` : `${step} is stopped: ${why}`;
}

const heldUpWords = 'goes on once the run does';

/**
 * What an open packet waits for: a sentence without full stop, or the question that was asked.
 *
 * @param alarms of the run: found once for all its packets.
 */
export function whyWaiting(state: RunState, one: PacketState, now: number, alarms: readonly Alarm[]): string {
  const { asks, note, notBefore, begun, step, tries } = one;
  if (asks !== undefined) return asks;
  if (notBefore > now && tries === 0 && note !== undefined) return note;
  if (notBefore > now) return `tries ${step} again in ${Math.ceil((notBefore - now) / 1000)} s: ${note ?? 'it failed'}`;
  if (state.stopped.has(step)) return stoppedWords(step, state.stopped.get(step));
  const alert = alarms.find((alarm) => alarm.step === step);
  if (alert) return stoppedWords(step, alert.why);
  const isHeldUp = state.mode === 'halted' || state.mode === 'paused' || isHalted(alarms);
  if (begun) return isHeldUp ? heldUpWords : `waits for its turn to ${step}`;
  const others = waitsFor(state, one);
  const [first] = others;
  if (!first) return isHeldUp ? heldUpWords : 'waits for a free agent';
  if (first.holds !== undefined) return `waits for ${first.packet}, which holds ${first.holds}`;
  return `waits for ${others.map(({ packet }) => packet).join(', ')}`;
}
