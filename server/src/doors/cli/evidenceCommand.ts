import path from 'node:path';
import { summarise } from '../../gates/evidence/summary.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { formatEvidence } from '../../reports/evidence.js';
import { evidenceHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { openRecord } from '../../project/openRecord.js';
import { readItem } from './traceOptions.js';

const formats = ['text', 'json'] as const;

/** `pactwright evidence`: shows what is on record, and changes nothing. @throws UsageError */
export async function runEvidence(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = readArguments('evidence', args, {
    ...commonOptions,
    root: { type: 'string' },
    format: { type: 'string' },
  });
  if (values.help) {
    io.out(evidenceHelp);
    return exitCodes.fine;
  }
  const [wanted, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`evidence takes one ID, not ${positionals.length}`);
  const item = wanted === undefined ? undefined : readItem(wanted);
  const format = oneOf('--format', values.format ?? 'text', formats);
  const { folder, log } = await io.machine.terminal.untilTermination((signal) =>
    openRecord(io.machine, path.resolve(io.cwd, values.root ?? '.'), signal),
  );
  const summary = summarise(log, item);
  io.out(
    format === 'json'
      ? `${JSON.stringify({ version: 1, folder, ...summary }, undefined, 2)}\n`
      : formatEvidence(summary),
  );
  return exitCodes.fine;
}
