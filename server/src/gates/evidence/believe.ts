import { contentHash } from '../../base/contentHash.js';
import { canonicalJson } from '../../base/canonicalJson.js';
import type { EvidenceEntry, EvidenceRecord, SignedWord } from './evidenceLog.js';
import { ownRecords, unpruned } from './ownRecords.js';
import type { JudgedLog } from './planChange.js';
import { doubtOf, type TrustedKey, type WordDoubt } from './words.js';

/** What is believed of a log. */
export interface Belief {
  readonly records: readonly EvidenceRecord[];
  readonly words: readonly SignedWord[];
  readonly doubted: readonly { readonly word: SignedWord; readonly why: WordDoubt }[];
  /** A sentence without full stop. */
  readonly broken?: string;
  readonly brokenName?: string;
  readonly notes: readonly string[];
}

/** Records of a log that was not rewritten are believed, except for those that were not written from here. */
export function believe({ log, state }: JudgedLog, trusted: readonly TrustedKey[]): Belief {
  if (state.kind === 'rewritten') return { records: [], words: [], doubted: [], broken: state.why, notes: [] };
  const all = unpruned(log.records);
  const records = ownRecords(all, state.kind === 'surplus' ? state.from : undefined);

  // Their signatures prove them, wherever they are.
  const { words, doubted } = judgeWords(all, trusted);
  const approved = new Set(words.flatMap(({ about, what }) => (about === 'approve' ? [what] : [])));
  const open = records.find((record) => record.entry.kind === 'broken' && !approved.has(nameOfBreak(record)));
  return {
    records,
    words,
    doubted,
    ...(state.kind === 'surplus' ? { broken: state.why } : {}),
    ...(open?.entry.kind === 'broken' ? { broken: open.entry.why, brokenName: nameOfBreak(open) } : {}),
    notes: [...(state.kind === 'whole' && state.note ? [state.note] : []), ...timeNotes(all)],
  };
}

/** What a person approves: this very break and no other. */
function nameOfBreak(record: EvidenceRecord): string {
  return `record:${contentHash(canonicalJson(record))}`;
}

function judgeWords(
  records: readonly EvidenceRecord[],
  trusted: readonly TrustedKey[],
): Pick<Belief, 'words' | 'doubted'> {
  const words: SignedWord[] = [];
  const doubted: { word: SignedWord; why: WordDoubt }[] = [];
  for (const { entry } of records) {
    if (entry.kind !== 'word') continue;
    const why = doubtOf(entry.word, trusted);
    if (why) doubted.push({ word: entry.word, why });
    else words.push(entry.word);
  }
  return { words, doubted };
}

/** Clocks of laptops go wrong, so that is said and no more. */
function timeNotes(records: readonly EvidenceRecord[]): readonly string[] {
  const back = records.filter(({ at }, index) => at < (records[index - 1]?.at ?? -Infinity));
  const [first] = back;
  if (!first) return [];
  const others = back.length > 1 ? `, and so are ${back.length - 1} more` : '';
  return [`Record ${first.number} is dated before the previous one, so a clock was set back${others}`];
}

/** The newest record of each run, by key. */
export function newestRuns(records: readonly EvidenceRecord[]): ReadonlyMap<string, EvidenceRecord> {
  return new Map(records.flatMap((record) => (isRun(record.entry) ? [[record.entry.key, record] as const] : [])));
}

function isRun(entry: EvidenceEntry): entry is Extract<EvidenceEntry, { readonly kind: 'run' }> {
  return entry.kind === 'run';
}
