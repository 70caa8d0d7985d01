import { UsageError } from '../../../base/usageError.js';
import { gateNames, type Verdict } from '../../../gates/gate.js';
import type { GateEvent } from '../../../protocol.js';
import { formatVerdict } from '../../../reports/gate.js';
import { askGateHere, profileField, trustField } from '../askGateHere.js';
import { defineCommand, formatField, rootField } from '../command.js';
import { type ExitCode, exitCodes } from '../io.js';
import { itemField } from '../itemField.js';

/** `pactwright gate`. */
export const gate = defineCommand({
  name: 'gate',
  summary: 'Checks whether an item may proceed, from evidence that the gate gathers itself',
  description:
    'Earlier results are reused as long as nothing they depend on has changed. Running act-in freezes the spec of an item that passes.',
  fields: {
    gate: {
      type: 'text',
      positional: true,
      required: true,
      placeholder: 'NAME',
      description: 'the gate',
      values: gateNames,
    },
    item: { ...itemField, required: true },
    root: rootField,
    profile: profileField,
    format: {
      ...formatField('text', 'json', 'md', 'events'),
      description: 'output format; events is one JSON object per line, as it happens',
    },
    fresh: { type: 'flag', description: 'run everything again' },
    recorded: { type: 'flag', description: 'run nothing; what was not run on this state is unknown' },
    trustCommands: trustField,
  },
  examples: [
    ['gate done STORY-042', 'may it be Done? runs its tests if needed'],
    ['gate act-in STORY-042', 'may work begin? freezes the spec'],
  ],
  exitCodes: { 0: 'allowed', 1: 'refused', 3: 'unknown, because something could not be run' },
  run: async ({ format, fresh, recorded, ...asks }, io) => {
    if (fresh && recorded) throw new UsageError('--fresh and --recorded cannot be used together');
    const tell = (event: GateEvent): void => {
      if (format === 'events') io.out(`${JSON.stringify(event)}\n`);
      else if (event.event === 'condition' && io.terminal) io.err(`… ${event.title}\n`);
    };
    const asked = await askGateHere({ ...asks, fresh, recorded }, io, tell);
    if (!asked) return exitCodes.unknown;
    switch (format) {
      case 'text':
        io.out(formatVerdict(asked.verdict));
        break;
      case 'json':
        io.out(`${JSON.stringify({ version: 1, root: asked.root, verdict: asked.verdict }, undefined, 2)}\n`);
        break;
      case 'md':
        io.out(asked.report);
        break;
      case 'events': {
        const { verdict, report, repository, head } = asked;
        tell({ event: 'verdict', verdict, report, repository, head });
      }
    }
    return codes[asked.verdict.answer];
  },
});

const codes: Readonly<Record<Verdict['answer'], ExitCode>> = {
  allowed: exitCodes.fine,
  refused: exitCodes.findings,
  unknown: exitCodes.unknown,
};
