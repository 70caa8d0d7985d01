import type { PhaseDesk } from '../../server/src/execution/phases/phaseDesk.js';
import { blockingFileSystem } from '../../server/src/host/fileSystem.js';
import { nodeMachine } from '../../server/src/host/machine.js';
import type { Machine } from '../../server/src/workspace/machine.js';

/** This machine, with an environment and a clock of a test's own. */
export function testMachine(
  env: Readonly<Record<string, string | undefined>> = {},
  clock: () => number = Date.now,
): Machine {
  return nodeMachine({ files: blockingFileSystem, env, clock });
}

/** A phase that shows nothing and asks nobody. */
export function silentDesk(machine = testMachine()): PhaseDesk {
  const { signal } = new AbortController();
  return { machine, warn: () => undefined, tell: () => undefined, confirm: undefined, signal };
}
