import { gateNames } from '../../../gates/gate.js';
import { askGateHere, profileField } from '../askGateHere.js';
import { defineCommand, rootField } from '../command.js';
import { exitCodes } from '../io.js';
import { itemField } from '../itemField.js';

/** `pactwright explain`. */
export const explain = defineCommand({
  name: 'explain',
  summary:
    'Reports on an item as Markdown: a gate’s verdict, each condition, the criteria with their tests, the commits',
  description: 'Nothing is run: what was not run on this state is unknown.',
  fields: {
    item: { ...itemField, required: true },
    root: rootField,
    gate: {
      type: 'text',
      placeholder: 'NAME',
      description: 'the gate to report on',
      values: gateNames,
      default: 'done',
    },
    profile: profileField,
  },
  examples: [['explain STORY-042', 'what passed and what blocks it, as Markdown; runs nothing']],
  exitCodes: { 0: 'shown' },
  run: async (input, io) => {
    const asked = await askGateHere(
      { ...input, fresh: false, recorded: true, trustCommands: false },
      io,
      () => undefined,
    );
    if (!asked) return exitCodes.unknown;
    io.out(asked.report);
    return exitCodes.fine;
  },
});
