import type { BoardSection } from '../../documents/board/board.js';
import { sectionKindOf, sectionWordsOf } from '../../documents/board/boardSectionHeading.js';
import type { ParsedDocument } from '../../documents/document.js';
import { nearestName } from '../../base/nearestName.js';
import { sectionWords } from '../../rules/drift/boardState.js';
import { Refused } from '../errorCodes.js';

/**
 * The section that is called so: by its heading as it is written, else by its words (`in-progress`, `done`, `icebox`).
 *
 * @throws Refused if there is none, or more than one.
 */
export function findSection({ model, lines }: ParsedDocument<'board'>, named: string): BoardSection {
  const { sections } = model;
  const name = named.trim();
  const kind = sectionKindOf({ text: name });
  const words = sectionWordsOf(name);
  const written = sections.filter(({ heading }) => heading.text === name);
  const fitting =
    written.length > 0
      ? written
      : sections.filter((section) =>
          kind ? section.kind === kind : words !== '' && sectionWordsOf(section.heading.text) === words,
        );
  const [found, second] = fitting;
  if (found && !second) return found;
  const titles = (some: readonly BoardSection[]): string[] => some.map(({ heading }) => heading.text);
  if (second) {
    const at = fitting.map(({ heading }) => lines.positionAt(heading.span.start).line + 1);
    throw new Refused(
      'ambiguous',
      `${at.length} sections are named "${name}" (lines ${at.join(', ')}): use the exact heading of one, or merge them`,
      titles(fitting),
    );
  }
  const nearest = nearestName(name, [...titles(sections), 'backlog', 'in-progress', 'done']);
  throw new Refused(
    'not-found',
    `the board has no section "${name}"${nearest === undefined || nearest === name ? '' : `; did you mean ${nearest}?`}`,
    titles(sections),
  );
}

/** A section as messages name it. */
export function titleOf({ kind, heading }: BoardSection): string {
  return kind ? sectionWords[kind] : heading.text;
}
