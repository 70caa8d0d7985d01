import type { Entry } from '../../documents/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { boardFacts, type BoardFacts } from '../../languageFeatures/boardFacts.js';
import type { FeatureContext } from '../../languageFeatures/featureContext.js';
import { isDrift } from '../../languageFeatures/itemStanding.js';
import { rememberFor } from '../../markdown/remember.js';
import type { BoardEntryView, BoardView } from '../../protocol.js';
import type { Finding } from '../../rules/finding.js';
import { configuredDeveloper } from '../../workspace/developer.js';

/** What a board's view is made of, of one moment. */
export interface ShownProject extends Pick<FeatureContext, 'project' | 'trace' | 'findingsOf'> {
  /** URI of the root. */
  readonly rootUri: string;
  /** The root's folder name. */
  readonly name: string;
  readonly uriOf: (path: string) => string;
  /** The paths of the files of which anything is shown. */
  readonly files: () => Iterable<string>;
}

/** A board as views show it: entries that stand before the first section come under a section without name. */
export function toBoardView(board: ParsedDocument<'board'>, shown: ShownProject): BoardView {
  const { lines, model, path } = board;
  const developer = configuredDeveloper(shown.project)?.value;
  const toEntry = (entry: Entry): BoardEntryView => {
    const facts = factsOf(shown, entry);
    return {
      id: entry.id?.value,
      title: entry.title.value,
      range: lines.rangeOf(entry.headingSpan),
      tasks: entry.tasks.map(({ text, checked, span }) => ({ text: text.value, checked, range: lines.rangeOf(span) })),
      ...(facts ? { facts } : {}),
    };
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

/** All that a board's view is made of; where each is what it was, so is the view. */
export function boardIngredients(board: ParsedDocument<'board'>, shown: ShownProject): readonly unknown[] {
  const { looseEntries, sections } = board.model;
  const entries = [...looseEntries, ...sections.flatMap((section) => section.entries)];
  return [
    board,
    configuredDeveloper(shown.project)?.value,
    driftsOf(shown),
    ...entries.map((entry) => factsOf(shown, entry)),
  ];
}

function factsOf(shown: ShownProject, { id }: Entry): BoardFacts | undefined {
  const item = id && shown.trace.item(id.value);
  return item && boardFacts(shown, item);
}

function driftsOf({ files, findingsOf }: ShownProject): number {
  let drifts = 0;
  for (const file of files()) drifts += driftsIn(findingsOf(file));
  return drifts;
}

// The findings of a file are the same array until they change.
const driftsIn = rememberFor((findings: readonly Finding[]): number => findings.filter(isDrift).length);
