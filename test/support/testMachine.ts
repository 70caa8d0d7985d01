import path from 'node:path';
import { blockingFileSystem } from '../../server/src/host/fileSystem.js';
import { nodeMachine } from '../../server/src/host/machine.js';
import type { Machine } from '../../server/src/workspace/machine.js';
import { plainGit, plainRunGit, plainSettings, plainWorkGit } from './plainGit.js';
import { tried } from './runs.js';

/** This machine, with an environment and a clock of a test's own. */
export function testMachine(
  env: Readonly<Record<string, string | undefined>> = {},
  clock: () => number = Date.now,
): Machine {
  const machine = nodeMachine({ files: blockingFileSystem, env, clock });
  return tried(machine, {
    ...machine,
    git: plainGit(machine.git),
    runGit: plainRunGit(machine),
    gitSettings: plainSettings(machine),
    workGit: (scratch) => plainWorkGit(machine.workGit(scratch), path.resolve(scratch)),
  });
}
