import { setField } from '../../documents/spec/fieldEdits.js';
import { specProgress, type SpecProgress } from '../../documents/spec/specStatus.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { findSpec } from '../support/findSpec.js';

const statuses = { draft: 'Draft', 'in-progress': 'In Progress', done: 'Done' } as const;

const names = ['draft', 'in-progress', 'done'] as const satisfies readonly (keyof typeof statuses)[];

/** The statuses that may follow each; an unknown one may be followed by any. */
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
    'Changes one cell of the metadata. Draft can become In Progress, In Progress can become Draft or Done, and Done can become In Progress; other transitions are rejected. Setting Done runs the gate `done` first, which may run tests; if it does not pass, nothing changes. A synonym (`Open` for Draft) is replaced with the standard value. The entry on the board does not move.',
  example: { item: 'STORY-042', status: 'in-progress' },
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
    const before = spec.facts.status?.value;
    if (before === word)
      return {
        answer: { message: `${item} is already ${word}`, data: { item, from: before, to: word, changed: false } },
      };
    const ways = open[specProgress(spec.facts)];
    if (!ways.includes(status))
      throw new Refused(
        'not-allowed',
        `${item} is ${before ?? 'without Status'} and cannot become ${word} directly`,
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
