import * as v from 'valibot';
import { finite, read, some, someOf } from '../../base/schema.js';
import { findItemIds } from '../../documents/itemId.js';
import type { EvidenceRecord, RecordedCommand, SignedWord } from './evidenceLog.js';
import type { EvidenceStore } from './evidenceStore.js';
import type { WordDoubt } from './words.js';

/** What is on record, for people. Times are milliseconds since 1970. */
export interface EvidenceSummary {
  readonly records: number;
  /** Sentences without full stop. */
  readonly broken?: string;
  readonly notes: readonly string[];
  /** In order of when each was first recorded. */
  readonly items: readonly ItemEvidence[];
  readonly runs: readonly RunEvidence[];
  /** Destructive ones that agents handed to their shells. */
  readonly commands: readonly CommandEvidence[];
}

interface CommandEvidence extends RecordedCommand {
  readonly number: number;
  readonly at: number;
}

interface ItemEvidence {
  readonly item: string;
  /** Oldest first. */
  readonly events: readonly ItemEvent[];
}

export type ItemEvent =
  | {
      readonly kind: 'frozen';
      readonly number: number;
      readonly at: number;
      readonly spec: string;
      readonly hash: string;
      readonly base: string;
    }
  | {
      readonly kind: 'verdict';
      readonly number: number;
      readonly at: number;
      readonly gate: string;
      readonly answer: string;
      readonly profile: string;
      readonly failed: readonly string[];
      readonly tree: string;
    }
  | ({ readonly kind: 'word'; readonly number: number; readonly doubt?: WordDoubt } & Omit<SignedWord, 'item'>);

interface RunEvidence {
  readonly number: number;
  readonly at: number;
  /** As a person may read it: `vitest run: 3 passed`. */
  readonly what: string;
}

/** @param item undefined: all. */
export function summarise(store: EvidenceStore, item: string | undefined): EvidenceSummary {
  const { records, broken, notes, doubted } = store;
  const doubts = new Map(doubted.map(({ word, why }) => [word.signature, why]));
  const byItem = new Map<string, ItemEvent[]>();
  for (const record of records) {
    const found = eventOf(record, doubts);
    if (!found || (item !== undefined && found.item !== item)) continue;
    const events = byItem.get(found.item);
    if (events) events.push(found.event);
    else byItem.set(found.item, [found.event]);
  }
  return {
    records: records.length,
    ...(broken === undefined ? {} : { broken }),
    notes,
    items: Array.from(byItem, ([id, events]) => ({ item: id, events })),
    runs: records.flatMap((record) => runOf(record, item) ?? []),
    commands: records.flatMap((record) => commandOf(record, item) ?? []),
  };
}

function eventOf(
  { number: own, at, entry }: EvidenceRecord,
  doubts: ReadonlyMap<string, WordDoubt>,
): { readonly item: string; readonly event: ItemEvent } | undefined {
  switch (entry.kind) {
    case 'frozen': {
      const { kind, item, spec, hash, base } = entry;
      return { item, event: { kind, number: own, at, spec, hash, base } };
    }
    case 'verdict': {
      const { kind, item, ...verdict } = entry;
      return { item, event: { kind, number: own, at, ...verdict } };
    }
    case 'word': {
      const { item, ...word } = entry.word;
      const doubt = doubts.get(word.signature);
      return { item, event: { kind: 'word', number: own, ...word, ...(doubt ? { doubt } : {}) } };
    }
    case 'run':
    case 'made':
    case 'command':
    case 'notRun':
    case 'hooked':
    case 'broken':
    case 'pruned':
      return undefined;
  }
}

function commandOf({ number: own, at, entry }: EvidenceRecord, item: string | undefined): CommandEvidence | undefined {
  if (entry.kind !== 'command') return undefined;
  // One of no item may belong to any.
  if (item !== undefined && entry.item !== undefined && entry.item !== item) return undefined;
  return { number: own, at, ...entry };
}

/** What tests or a command came to, as far as it is reported. */
const runResult = some({
  tests: someOf(some({ id: v.string(), status: v.string() })),
  command: someOf(v.string()),
  code: finite,
});

function runOf({ number: own, at, entry }: EvidenceRecord, item: string | undefined): RunEvidence | undefined {
  if (entry.kind === 'made' && item === undefined) {
    const [first = '', ...more] = entry.paths;
    return { number: own, at, what: `made ${first}${more.length === 0 ? '' : ` and ${more.length} more`}` };
  }
  if (entry.kind !== 'run') return undefined;
  const { tests = [], command: program = [], code } = read(runResult, entry.result) ?? {};
  const isOf = (id: string): boolean => findItemIds(id).some(({ value }) => value === item);
  if (item !== undefined && !tests.some(({ id = '' }) => isOf(id))) return undefined;
  const counts = new Map<string, number>();
  for (const { status = 'unknown' } of tests) counts.set(status, (counts.get(status) ?? 0) + 1);
  const came = Array.from(counts, ([status, times]) => `${times} ${status}`).join(', ');
  const ended = code === undefined ? 'a hidden result' : `a command that exited with code ${code}`;
  return { number: own, at, what: tests.length === 0 ? ended : `${program.join(' ') || 'tests'}: ${came}` };
}
