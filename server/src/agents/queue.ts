import * as v from 'valibot';
import { parseJson } from '../base/json.js';
import { finite, listOf, maybe, object, type Read, read } from '../base/schema.js';
import { phaseNames } from './phase.js';
import { phases } from './phases/phases.js';
import type { AgentPhase } from './playbooks/playbooks.js';
import { processMark } from './sessionRecord.js';

const text = v.string();
const agentPhase = v.picklist(phaseNames.filter((name): name is AgentPhase => name !== 'sprint'));

/** How a sprint's work on an item ended. `waiting`: the agent asks something. `skipped`: an item it depends on is not done. */
const queueOutcome = v.picklist(['passed', 'left', 'refused', 'unknown', 'waiting', 'agentFailed', 'skipped']);

export type QueueOutcome = Read<typeof queueOutcome>;

const queueEntry = object({
  item: text,
  /** The root of its project: absolute. */
  folder: text,
  state: v.picklist(['waiting', 'running', 'ended']),
  /** The phases that it passed; they are not repeated. */
  passed: listOf(agentPhase),
  /** The phase that it is in, or that ended it, and when that started: milliseconds since 1970. */
  phase: maybe(agentPhase),
  began: maybe(finite),
  outcome: maybe(queueOutcome),
  /** Why: a sentence without full stop. */
  note: maybe(text),
});

/** An item of a sprint and its progress. */
export type QueueEntry = Read<typeof queueEntry>;

const queueSchema = object({
  version: v.literal(1),
  /** The process that works on it. */
  keeper: maybe(processMark),
  /** It stops before the next phase. */
  paused: maybe(v.literal(true)),
  entries: listOf(queueEntry),
});

/** The items of all sprints in a repository, in the order of the work. */
export type Queue = Read<typeof queueSchema>;

export const emptyQueue: Queue = { version: 1, entries: [] };

/** @returns undefined if this version cannot read it. Never throws. */
export function parseQueue(file: string): Queue | undefined {
  return read(queueSchema, parseJson(file));
}

/** Identifies an entry. */
export type QueueKey = Pick<QueueEntry, 'item' | 'folder'>;

export function isEntry({ item, folder }: QueueKey): (entry: QueueKey) => boolean {
  return (entry) => entry.item === item && entry.folder === folder;
}

/** Appends items. One that is in the queue keeps its place, and waits again if it has ended. */
export function withItems(queue: Queue, folder: string, items: readonly string[]): Queue {
  const isNew = (item: string): boolean => !queue.entries.some(isEntry({ item, folder }));
  const added = [...new Set(items)].filter(isNew);
  return {
    ...queue,
    entries: [
      ...queue.entries.map((entry) => (entry.folder === folder && items.includes(entry.item) ? again(entry) : entry)),
      ...added.map((item): QueueEntry => ({ item, folder, state: 'waiting', passed: [] })),
    ],
  };
}

export function withoutItems(queue: Queue, folder: string, items: readonly string[]): Queue {
  return {
    ...queue,
    entries: queue.entries.filter((entry) => entry.folder !== folder || !items.includes(entry.item)),
  };
}

/** Moves items in front of another one. @param before undefined: to the end. */
export function withItemsMoved(
  queue: Queue,
  folder: string,
  items: readonly string[],
  before: string | undefined,
): Queue {
  const isMoved = (entry: QueueEntry): boolean => entry.folder === folder && items.includes(entry.item);
  const moved = queue.entries.filter(isMoved);
  const others = queue.entries.filter((entry) => !isMoved(entry));
  const found = before === undefined ? -1 : others.findIndex(isEntry({ item: before, folder }));
  const at = found < 0 ? others.length : found;
  return { ...queue, entries: [...others.slice(0, at), ...moved, ...others.slice(at)] };
}

/** Changes one entry. */
export function withEntry(queue: Queue, key: QueueKey, change: (entry: QueueEntry) => QueueEntry): Queue {
  const isMeant = isEntry(key);
  return { ...queue, entries: queue.entries.map((entry) => (isMeant(entry) ? change(entry) : entry)) };
}

/** An entry that waits again. It keeps the phases it passed, and the one that was interrupted. */
export function again({ item, folder, passed, phase, began }: QueueEntry): QueueEntry {
  return {
    item,
    folder,
    state: 'waiting',
    passed,
    ...(phase === undefined ? {} : { phase }),
    ...(began === undefined ? {} : { began }),
  };
}

/** An entry after a phase. If a later phase refuses the work, it is built again. */
export function afterPhase(entry: QueueEntry, phase: AgentPhase, outcome: QueueOutcome, note?: string): QueueEntry {
  if (outcome === 'passed') return { ...entry, passed: [...entry.passed.filter((one) => one !== phase), phase] };
  const { fixedBy } = phases[phase];
  const passed =
    outcome === 'refused' && fixedBy !== undefined ? entry.passed.filter((one) => one !== fixedBy) : entry.passed;
  return ended({ ...entry, passed }, outcome, note);
}

export function ended(entry: QueueEntry, outcome: QueueOutcome, note?: string): QueueEntry {
  return { ...again(entry), state: 'ended', outcome, ...(note === undefined ? {} : { note }) };
}
