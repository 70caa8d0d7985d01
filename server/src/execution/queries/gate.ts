import { gateNames } from '../../gates/gate.js';
import { requiredItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** Whether an item may go on. It overrides no gate, and runs no command without approval. */
export const gate = defineQuery({
  name: 'gate',
  summary: 'Checks whether an item may proceed, from evidence that the gate gathers itself',
  details:
    'Runs the tests of the item where their results are not known for this state, which may take minutes, and records the verdict. A refusal names each condition that is not met.',
  example: { gate: 'act-out', item: 'STORY-042', recorded: true },
  fields: {
    gate: { type: 'text', required: true, positional: true, description: 'the gate', values: gateNames },
    item: requiredItemField,
    recorded: { type: 'flag', description: 'run nothing; what was not run on this state is unknown' },
  },
  readOnly: false,
  ask: async ({ machine, folder, signal, progress, warn }, { gate: name, item, recorded }) => {
    const { untouchedSince } = await import('../agents/beforeWork.js');
    const { askGate } = await import('../gates/askGate.js');
    const { verdict, report, root } = await askGate({
      gate: name,
      item,
      recorded,
      folder,
      profile: undefined,
      fresh: false,
      trustCommands: false,
      machine,
      untouched: (opened) => untouchedSince(machine, opened, signal),
      signal,
      onEvent: (event) => {
        if (event.event === 'condition') progress(event.title);
      },
      warn,
    });
    return { message: report, data: { root, verdict } };
  },
});
