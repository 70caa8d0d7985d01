import type { Machine } from '../../workspace/machine.js';

/** A terminal takes no longer to start what it was opened for; in milliseconds. */
const longestStart = 60_000;

/**
 * Whether a terminal that the editor opened for one command was restored after a restart: the editor then runs once more what its
 * terminals ran, which was not asked for.
 *
 * @param opened which process opened it, and when, in milliseconds since 1970: `4711 1767603600000`, as the editor hands it over.
 * @see https://code.visualstudio.com/docs/terminal/advanced#_persistent-sessions
 */
export async function isRestored(
  { programs, clock }: Pick<Machine, 'programs' | 'clock'>,
  opened: string,
): Promise<boolean> {
  const [, pid, at] = /^(\d+) (\d+)$/u.exec(opened) ?? [];
  return pid === undefined || clock() - Number(at) > longestStart || !(await programs.isRunning(Number(pid)));
}
