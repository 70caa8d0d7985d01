import { UsageError } from '../../../base/usageError.js';
import type { Command } from '../command.js';
import { exitCodes } from '../io.js';

/** What Pactwright does not do on purpose, or not yet, and what to do instead. */
const reasons: readonly (readonly [name: string, instead: string])[] = [
  [
    'init',
    'Pactwright writes nothing into your home folder: `pactwright init` writes what agents need into the project',
  ],
  ['update', 'Pactwright writes nothing into your home folder: the extension updates itself'],
  ['upgrade', 'Pactwright writes nothing into your home folder: the extension updates itself'],
  ['sync', 'nothing has to be synchronised: imports and calls are read from the source files themselves'],
  ...[
    'observe',
    'audit',
    'report',
    'guard',
    'clean',
    'lint',
    'coverage-gate',
    'redetect-stack',
    'deps',
    'interface-summary',
    'issue-sync',
    'done-verify',
    'commit-gate',
    'continuation',
  ].map((name) => [name, 'its options are not read yet; `pactwright --help` lists our own commands'] as const),
];

/** Subcommands that are refused in a sentence, whatever their options are. */
export const notOffered: readonly Command[] = reasons.map(([name, instead]) => ({
  name: `pactkit ${name}`,
  summary: `Not offered: ${instead}`,
  fields: {
    words: { type: 'texts', positional: true, description: 'not read' },
  },
  lenient: true,
  exitCodes: { [exitCodes.usage]: 'not offered' },
  run: () => {
    throw new UsageError(`pactkit ${name} is not offered: ${instead}`);
  },
}));
