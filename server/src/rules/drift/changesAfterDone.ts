import type { ParsedDocument } from '../../documents/document.js';
import { changesSince } from '../../trace/earlierTexts.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import { titlePlace } from '../support/place.js';
import { type AgreedPart, agreedParts, agreedPartsOf, isSameAgreement, isSameFeature } from './whatWasAgreed.js';

export interface ChangesAfterDone {
  readonly doneBy: Commit;
  /** Those that changed the document since, newest first. */
  readonly commits: readonly Commit[];
  /** New, or other than they were. */
  readonly changed: readonly Pick<AgreedPart, 'id' | 'place'>[];
  /** The ids of what is not there any more. */
  readonly removed: readonly string[];
}

/**
 * What a spec or test case says otherwise than when its item came to Done or to the archive; undefined if it says the same,
 * the item is in neither, or what it said then is not known.
 */
export function changesAfterDone(
  document: ParsedDocument<'spec'> | ParsedDocument<'testCase'>,
  { doneBy, stage }: ItemTrace,
  history: GitHistory,
): ChangesAfterDone | undefined {
  if (!doneBy || (stage !== 'done' && stage !== 'archived')) return undefined;
  const since = changesSince(history, document.path, doneBy);
  const text = since ? history.textOf(since.blob) : undefined;
  if (!since || text === undefined) return undefined;
  const { changed, removed } = compare(document, text);
  return changed.length + removed.length === 0 ? undefined : { doneBy, commits: since.commits, changed, removed };
}

function compare(
  document: ParsedDocument<'spec'> | ParsedDocument<'testCase'>,
  text: string,
): Pick<ChangesAfterDone, 'changed' | 'removed'> {
  const were = agreedPartsOf(document, text);
  if (!were) {
    const same = isSameFeature(text, document.text);
    return { changed: same ? [] : [{ id: 'the scenarios', place: titlePlace(document) }], removed: [] };
  }
  const before = new Map(were.map((part) => [part.id, part] as const));
  const now = agreedParts(document);
  const ids = new Set(now.map(({ id }) => id));
  return {
    changed: now.filter((part) => {
      const was = before.get(part.id);
      return !was || !isSameAgreement(part, was);
    }),
    removed: [...before.keys()].filter((id) => !ids.has(id)),
  };
}
