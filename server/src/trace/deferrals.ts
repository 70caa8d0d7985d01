import type { Deferral, SourceFile } from '../code/sourceFile.js';
import { findCitations } from '../documents/citations.js';
import { findItemIds } from '../documents/itemId.js';
import { memoFor } from '../base/memo.js';
import type { ItemResolver } from './identifierWords.js';
import type { DeferralTrace } from './graph.js';
import { fileLevel } from './testTraces.js';

/** A note that puts requirements off, and the item they are of. */
export interface ReadDeferral {
  readonly trace: DeferralTrace;
  /** Undefined if neither the note nor its file names exactly one: it is of the items whose specs name the file. */
  readonly item: string | undefined;
}

/** The notes of a file that name at least one requirement. */
const notesOf = memoFor((file: SourceFile): readonly DeferralTrace[] =>
  file.deferrals
    .filter((deferral) => deferredRequirements(deferral).length > 0)
    .map((deferral) => ({ file, deferral })),
);

/** The notes of a file with their items. */
export function readDeferrals(file: SourceFile, resolve: ItemResolver): readonly ReadDeferral[] {
  const notes = notesOf(file);
  if (notes.length === 0) return [];
  const { items } = fileLevel(file, resolve);
  return notes.map((trace) => {
    const own = new Set(findItemIds(trace.deferral.text.value).map(({ value }) => value));
    const named = own.size > 0 ? [...own] : items;
    return { trace, item: named.length === 1 ? named[0] : undefined };
  });
}

const between = /^[\s,;:/&+()[\]-]*(?:and\s+)?$/iu;

/** The requirements a note begins with; those in the reason behind them are not put off: `R2, R3: R1 covers them`. */
export function deferredRequirements({ text }: Deferral): readonly string[] {
  const { value } = text;
  const [item] = findItemIds(value);
  let end = item && between.test(value.slice(0, item.span.start)) ? item.span.end : 0;
  const ids: string[] = [];
  for (const { value: id, span } of findCitations(value, 0, ['R'])) {
    if (span.start >= end && !between.test(value.slice(end, span.start))) break;
    ids.push(id);
    end = span.end;
  }
  return ids;
}
