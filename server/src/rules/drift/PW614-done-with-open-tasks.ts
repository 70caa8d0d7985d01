import { defineRule } from '../rule.js';
import { boardEntry, contradictionOf, entryPlace, openTasks, statusPlace } from './boardState.js';

export const doneWithOpenTasks = defineRule({
  code: 'PW614',
  name: 'done-with-open-tasks',
  summary: 'The Status of a spec is Done, but its entry on the board has open tasks',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Anyone who reads the spec relies on work that is not finished, and nobody returns to a Done spec to finish it.',
  fix: 'Finish the tasks, tick them if they are done, or change the Status back. If the entry is in Done, the board contradicts itself and PW612 reports it.',
  pactkit: '`pactkit done-verify` (2.17) fails on this, one item at a time. Open tasks alone are a warning there.',
  suspects: (_, { item }) => {
    const own = item && boardEntry(item);
    return item !== undefined && own !== undefined && contradictionOf(own.kind, own.entry, item) === 'openTasks';
  },
  *check(document, { item }) {
    const own = item && boardEntry(item);
    if (!own) return;
    const open = openTasks(own.entry);
    const all = own.entry.tasks.length;
    const status = document.facts.status?.value ?? '';
    yield {
      span: statusPlace(document),
      anchor: 'open tasks',
      message: `The Status is ${status}, but ${openOf(open.length, all)} on the board: one of the two is wrong. Tick what is done, or change the Status back.`,
      otherFixes: [
        {
          title: 'Set the Status to In Progress',
          every: 'Set the Status to In Progress',
          safe: false,
          edits: [{ span: statusPlace(document), newText: 'In Progress' }],
        },
        {
          title:
            open.length === 1 ? 'Tick the open task on the board' : `Tick the ${open.length} open tasks on the board`,
          every: 'Tick the open tasks on the board',
          safe: false,
          edits: [],
          others: [
            {
              kind: 'edit',
              path: own.document.path,
              edits: open.map(({ mark }) => ({ span: mark.span, newText: 'x' })),
            },
          ],
        },
      ],
      related: [{ document: own.document, span: entryPlace(own.entry), message: `The entry of ${item.id}` }],
    };
  },
});

function openOf(open: number, all: number): string {
  if (all === 1) return 'its only task is open';
  return `${open} of its ${all} tasks ${open === 1 ? 'is' : 'are'} open`;
}
