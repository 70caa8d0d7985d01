import type { BoardSectionKind, Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { todo } from '../../documents/toFillIn.js';
import { appendTask } from '../../documents/board/taskEdits.js';

const consequence: Readonly<Record<BoardSectionKind, string>> = {
  backlog: 'Nothing says what there is to do, and it can never advance by ticking tasks.',
  inProgress: 'Nothing says what is left, and PactKit moves it back to Backlog the next time it ticks any task.',
  done: 'Nothing shows that it is finished. PactKit moves it back to Backlog the next time it ticks any task, and never archives it.',
};

export const entryWithoutTasks = defineRule({
  code: 'PW307',
  name: 'entry-without-tasks',
  summary: 'A board entry has no tasks',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'The tasks of an entry show its progress: none ticked is Backlog, some is In Progress, all is Done. An entry without tasks counts as Backlog in any section. In the Backlog itself this is only information, because not everything there is planned yet.',
  fix: 'Add at least one task line: `- [ ] Data model`.',
  pactkit:
    'PactKit reports nothing. `fix_board`, and every task it ticks, moves entries without tasks to the Backlog, and `archive` skips them.',
  *check(document) {
    for (const { kind, entries } of document.model.sections) {
      if (kind === undefined) continue;
      for (const entry of entries) {
        // A bullet is an old form of Done that nothing moves any more.
        if (entry.tasks.length > 0 || entry.form === 'bullet') continue;
        yield {
          span: entry.title.span.end > entry.title.span.start ? entry.title.span : entry.headingSpan,
          anchor: 'no tasks',
          item: entry.id?.value ?? entry.title.value,
          severity: kind === 'backlog' ? 'info' : 'warning',
          message: `${entry.id?.value ?? 'This entry'} has no tasks. ${consequence[kind]} Add a line such as \`- [ ] Write the tests\`.`,
          ...adding(document, entry),
        };
      }
    }
  },
});

/** A task to fill in; none above a list that it would become part of. */
function adding(document: ParsedDocument<'board'>, entry: Entry): { readonly fix?: Fix } {
  if (/^\s*[-*+]\s/u.test(document.text.slice(entry.span.end))) return {};
  return { fix: { title: 'Add a task to fill in', safe: false, edits: [appendTask(document, entry, todo)] } };
}
