import path from 'node:path';
import { summarise } from '../../../gates/evidence/summary.js';
import { formatEvidence } from '../../../reports/evidence.js';
import { openRecord } from '../../../project/openRecord.js';
import { defineCommand, formatField, rootField } from '../command.js';
import { exitCodes } from '../io.js';
import { itemField } from '../itemField.js';

/** Shows what is on record, and changes nothing. */
export const evidence = defineCommand({
  name: 'evidence',
  summary: 'Shows the evidence log: frozen specs, gate verdicts, overrides and approvals, runs',
  description:
    'The log is kept in the git folder that all worktrees of the repository share (without git, in the user’s cache folder), and belongs to this clone. Each entry contains the hash of the one before it; the latest hash is also kept outside the repository.',
  fields: {
    item: itemField,
    root: { ...rootField, description: 'the project’s folder, or one in its repository (default: the current one)' },
    format: formatField('text', 'json'),
  },
  examples: [['evidence STORY-042', 'what is on record']],
  exitCodes: { 0: 'shown', 2: 'a wrong command line, or a record that cannot be read' },
  run: async ({ item, root, format }, io) => {
    const { folder, log } = await io.machine.terminal.untilTermination((signal) =>
      openRecord(io.machine, path.resolve(io.cwd, root ?? '.'), signal),
    );
    const summary = summarise(log, item);
    io.out(
      format === 'json'
        ? `${JSON.stringify({ version: 1, folder, ...summary }, undefined, 2)}\n`
        : formatEvidence(summary),
    );
    return exitCodes.fine;
  },
});
