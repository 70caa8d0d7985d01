import type { ParsedDocument } from '../documents/document.js';
import { frozenText } from '../documents/spec/frozenText.js';
import { parseSpec } from '../documents/spec/parseSpec.js';
import { scanBlocks } from '../markdown/scanBlocks.js';
import { contentHash } from '../base/contentHash.js';
import { memoFor } from '../base/memo.js';
import { isSameSet } from './git/gitState.js';

/** What the record of the repository, as this machine has it, says of each item that it knows. */
export type RecordedItems = ReadonlyMap<string, RecordedItem>;

export interface RecordedItem {
  /** The spec as it was agreed last; undefined if it never was. */
  readonly agreed?: AgreedSpec;
  /** Whether a gate `done` let it pass. */
  readonly done: boolean;
  /** The changes that a person approved, by name; undefined if there are none. @see approvableName */
  readonly approved?: ReadonlySet<string>;
}

export interface AgreedSpec {
  /** @see frozenHash */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The commit that the item began at. */
  readonly base: string;
  /** The hash of each requirement and criterion, by id; undefined if they are not known. */
  readonly parts?: Readonly<Record<string, string>>;
  /** The scenarios of its test cases; undefined if they are not known. */
  readonly scenarios?: readonly AgreedScenario[];
}

/** A scenario, or a row of its examples, as it was agreed. */
export interface AgreedScenario {
  /** `TC-1` or the scenario's name, for messages; no two need to differ. */
  readonly name: string;
  readonly hash: string;
}

/** What a spec's agreed text is known by, whatever its Status and Release are. */
export const frozenHash: (spec: ParsedDocument<'spec'>) => string = memoFor(({ text, model }) =>
  contentHash(frozenText(text, model)),
);

/** The same of an earlier text of a spec. */
export function frozenHashOf(text: string): string {
  return contentHash(frozenText(text, parseSpec(text, scanBlocks(text)).spec));
}

/** Whether two records say the same, so that nothing has to be checked again. */
export function sameRecordedItems(some: RecordedItems, others: RecordedItems): boolean {
  return some.size === others.size && Array.from(some).every(([id, one]) => isSame(one, others.get(id)));
}

function isSame({ agreed, done, approved }: RecordedItem, other: RecordedItem | undefined): boolean {
  return (
    done === other?.done &&
    isSameSet(approved ?? nothing, other.approved ?? nothing) &&
    agreed?.hash === other.agreed?.hash &&
    agreed?.at === other.agreed?.at &&
    agreed?.base === other.agreed?.base &&
    hashesOf(agreed) === hashesOf(other.agreed)
  );
}

const nothing: ReadonlySet<string> = new Set();

function hashesOf(agreed: AgreedSpec | undefined): string | undefined {
  return agreed?.scenarios?.map(({ hash }) => hash).join(' ');
}
