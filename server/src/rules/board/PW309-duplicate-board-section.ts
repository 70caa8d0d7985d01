import type { BoardSection, BoardSectionKind } from '../../documents/board/board.js';
import { defineRule } from '../rule.js';
import { headingPlace } from '../support/place.js';

export const duplicateBoardSection = defineRule({
  code: 'PW309',
  name: 'duplicate-board-section',
  summary: 'A section appears on the board twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'Tools add and count entries under the first heading of a section. Entries under the second one are easily missed.',
  fix: 'Move the entries of the second section to the first, and remove the second heading.',
  pactkit: 'PactKit uses the first heading it finds and treats the second one as text.',
  *check(document) {
    const first = new Map<BoardSectionKind, BoardSection>();
    for (const section of document.model.sections) {
      if (section.kind === undefined) continue;
      const earlier = first.get(section.kind);
      if (!earlier) {
        first.set(section.kind, section);
        continue;
      }
      yield {
        span: headingPlace(section.heading),
        anchor: `section ${section.kind}`,
        message: `The section "${earlier.heading.text}" is on the board twice, and tools only use the first. Merge the two.`,
        related: [{ document, span: headingPlace(earlier.heading), message: 'The first of the two' }],
      };
    }
  },
});
