import { isDeepStrictEqual } from 'node:util';
import { entriesOf, type Entry } from '../../documents/board/board.js';
import { entryName } from '../../documents/board/entryPlace.js';
import type { ParsedDocument } from '../../documents/document.js';
import { boardFacts, type BoardFacts } from '../../languageFeatures/boardFacts.js';
import type { FeatureContext } from '../../languageFeatures/featureContext.js';
import { isDrift } from '../../languageFeatures/itemStanding.js';
import { memoFor } from '../../base/memo.js';
import type { BoardEntryView, BoardView } from '../../protocol.js';
import type { Finding } from '../../rules/finding.js';
import { configuredDeveloper } from '../../workspace/developer.js';

/** What a board's view is made of, of one moment. */
export interface ShownBoard extends Pick<FeatureContext, 'project' | 'trace' | 'findingsOf'> {
  readonly board: ParsedDocument<'board'>;
  /** URI of the root. */
  readonly rootUri: string;
  /** The root's folder name. */
  readonly name: string;
  readonly uriOf: (path: string) => string;
  /** The paths of the files of which anything is shown. */
  readonly files: () => Iterable<string>;
}

// An entry that an edit elsewhere did not move is the same object, and shows the same unless lines above it came or went.
const known = new WeakMap<Entry, { readonly line: number; readonly view: BoardEntryView }>();

/** A board as views show it: entries that are before the first section come under a section without name. */
export function toBoardView(shown: ShownBoard): BoardView {
  const { lines, model, path } = shown.board;
  const developer = developerOf(shown);
  const toEntry = (entry: Entry): BoardEntryView => {
    const facts = factsOf(shown, entry);
    const { line } = lines.positionAt(entry.headingSpan.start);
    const before = known.get(entry);
    const name = entryName(shown.board, entry);
    if (before?.line === line && before.view.name === name && before.view.facts === facts) return before.view;
    const view = {
      id: entry.id?.value,
      name,
      title: entry.title.value,
      range: lines.rangeOf(entry.headingSpan),
      tasks: entry.tasks.map(({ text, checked, span }) => ({ text: text.value, checked, range: lines.rangeOf(span) })),
      ...(facts ? { facts } : {}),
    };
    known.set(entry, { line, view });
    return view;
  };
  const loose = model.looseEntries.map(toEntry);
  const [first] = loose;
  return {
    uri: shown.uriOf(path),
    root: shown.rootUri,
    name: shown.name,
    ...(developer === undefined ? {} : { developer }),
    drifts: driftsOf(shown),
    sections: [
      ...(first ? [{ title: '', kind: 'custom' as const, range: first.range, entries: loose }] : []),
      ...model.sections.map((section) => ({
        title: section.heading.text,
        kind: section.kind ?? ('custom' as const),
        range: lines.rangeOf(section.heading.span),
        entries: section.entries.map(toEntry),
      })),
    ],
  };
}

/** A view, and the board that it was made of. */
export interface AnsweredBoard {
  readonly board: ParsedDocument<'board'>;
  readonly view: BoardView;
}

/** Whether a view would be the same if it were made now. */
export function isStillShown({ board, view }: AnsweredBoard, shown: ShownBoard): boolean {
  if (board !== shown.board || view.developer !== developerOf(shown) || view.drifts !== driftsOf(shown)) return false;
  const entries = view.sections.flatMap((section) => section.entries);
  return entriesOf(board.model).every((entry, at) => {
    const [before, now] = [entries[at]?.facts, factsOf(shown, entry)];
    // Of an item that was written in, the facts are other ones that may say the same.
    return before === now || isDeepStrictEqual(before, now);
  });
}

function factsOf(shown: ShownBoard, { id }: Entry): BoardFacts | undefined {
  const item = id && shown.trace.item(id.value);
  return item && boardFacts(shown, item);
}

function developerOf({ project }: ShownBoard): string | undefined {
  return configuredDeveloper(project)?.value;
}

function driftsOf({ files, findingsOf }: ShownBoard): number {
  let drifts = 0;
  for (const file of files()) drifts += driftsIn(findingsOf(file));
  return drifts;
}

// The findings of a file are the same array until they change.
const driftsIn = memoFor((findings: readonly Finding[]): number => findings.filter(isDrift).length);
