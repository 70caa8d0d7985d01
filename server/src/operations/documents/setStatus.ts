import { setField } from '../../documents/spec/fieldEdits.js';
import { metadataRow, specProgress, type SpecProgress } from '../../documents/spec/specStatus.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { findSpec } from '../support/findSpec.js';

const statuses = { draft: 'Draft', 'in-progress': 'In Progress', done: 'Done' } as const;

const names = ['draft', 'in-progress', 'done'] as const satisfies readonly (keyof typeof statuses)[];

/** Where the way leads from each; from a word that nobody knows, to all. */
const open: Readonly<Record<SpecProgress, readonly (keyof typeof statuses)[]>> = {
  draft: ['draft', 'in-progress'],
  inProgress: names,
  done: ['in-progress', 'done'],
  unknown: names,
};

/** Sets the Status of a spec. */
export const setStatus = defineOperation({
  name: 'set-status',
  group: 'documents',
  summary: 'Sets the Status of a spec',
  details:
    'One cell of the metadata changes. Draft becomes In Progress, In Progress becomes Draft again or Done, and Done becomes In Progress again; other ways are refused. To Done the gate `done` is asked first, which may run tests, and without its leave nothing changes. Where the Status is another word for the same (`Open` for Draft), the word is replaced. The entry on the board stays where it is.',
  fields: {
    item: itemField,
    status: { type: 'text', description: 'the new Status', required: true, positional: true, values: names },
  },
  reads: ['spec'],
  needs: 'documents',
  writes: true,
  asksGates: true,
  plan: ({ project, configuration }, { item, status }) => {
    const spec = findSpec({ project, configuration }, item);
    const word = statuses[status];
    const before = metadataRow(spec.model.metadata, 'Status')?.value.value;
    if (before === word)
      return {
        answer: { message: `${item} is ${word} already`, data: { item, from: before, to: word, changed: false } },
      };
    const ways = open[specProgress(spec.model)];
    if (!ways.includes(status))
      throw new Refused(
        'not-allowed',
        `${item} is ${before ?? 'without Status'} and cannot become ${word} at once`,
        ways.filter((way) => statuses[way] !== before),
      );
    const edit = setField(spec, 'Status', word);
    if (!edit)
      throw new Refused('not-found', `${spec.path} has no Status: add the row "| Status | Draft |" to its metadata`);
    return {
      changes: [{ kind: 'edit', path: spec.path, edits: [edit] }],
      gates: status === 'done' ? [{ gate: 'done', item }] : [],
      answer: {
        message: `${item}: ${before === '' || before === undefined ? 'no Status' : before} is now ${word}`,
        data: { item, from: before ?? null, to: word, changed: true },
      },
    };
  },
});
