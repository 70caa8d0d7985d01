import type { ParsedDocument } from '../../documents/document.js';
import type { Entry } from '../../documents/board.js';
import type { BoardEntryView, BoardView } from '../../protocol.js';

/** A board as the tree shows it: entries that stand before the first section come under a section without name. */
export function toBoardView(
  board: ParsedDocument<'board'>,
  uris: { uri: string; root: string; name: string },
): BoardView {
  const { lines, model } = board;
  const toEntry = (entry: Entry): BoardEntryView => ({
    id: entry.id?.value,
    title: entry.title.value,
    range: lines.rangeOf(entry.headingSpan),
    tasks: entry.tasks.map(({ text, checked, span }) => ({ text: text.value, checked, range: lines.rangeOf(span) })),
  });
  const loose = model.looseEntries.map(toEntry);
  const [first] = loose;
  return {
    ...uris,
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
