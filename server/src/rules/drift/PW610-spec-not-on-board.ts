import { appendEntry } from '../../documents/board/boardEdits.js';
import type { BoardSectionKind } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { entryFor } from '../../documents/board/newEntry.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { headingPlace, titlePlace } from '../support/place.js';
import { sectionOfProgress, sectionWords } from './boardState.js';

export const specNotOnBoard = defineRule({
  code: 'PW610',
  name: 'spec-not-on-board',
  summary: 'A spec has no entry on the board or in the archive',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Anyone who plans from the board does not see the item, so nobody picks it up and nobody knows its state.',
  fix: 'Add an entry to the board; the quick fix adds one with the implementation steps or the requirements as tasks. If the item was dropped, remove its spec. Reported as information if the Status is Done. Projects without a board are skipped.',
  pactkit:
    '`pactkit doctor` reports an orphaned spec, but accepts any mention of the id in the text of the board or archive.',
  suspects: (_, { item }) => item?.stage === 'unplanned',
  *check(document, context) {
    const { item } = context;
    if (!item) return;
    const [board] = context.project.ofKind('board');
    if (!board) return;
    const section = sectionOfProgress(specProgress(document.facts)) ?? 'backlog';
    const heading = board.model.sections.find(({ kind }) => kind === section)?.heading;
    const fix = addition(document, item.id, board, section);
    yield {
      span: titlePlace(document),
      anchor: 'entry',
      message: `${item.id} is neither on the board nor in the archive, so nobody sees it when planning. Add an entry to the board.`,
      ...(section === 'done' ? { severity: 'info' as const } : {}),
      ...(fix ? { fix } : {}),
      related: [
        {
          document: board,
          span: heading ? headingPlace(heading) : titlePlace(board),
          message: heading ? 'The section it belongs to' : 'The board',
        },
      ],
    };
  },
});

function addition(
  spec: ParsedDocument<'spec'>,
  id: string,
  board: ParsedDocument<'board'>,
  section: BoardSectionKind,
): Fix | undefined {
  const entry = entryFor(spec, id, section === 'done');
  const edits = entry && appendEntry(board, section, entry);
  return (
    edits && {
      title: `Add the entry to ${sectionWords[section]}`,
      safe: false,
      edits: [],
      others: [{ kind: 'edit', path: board.path, edits }],
    }
  );
}
