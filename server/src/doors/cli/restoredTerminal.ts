import { isThere } from '../../host/processTable.js';

/** A terminal takes no longer to start what it was opened for; in milliseconds. */
const longestStart = 60_000;

/**
 * Whether a terminal that the editor opened for one command was restored after a restart: the editor then runs once more what its
 * terminals have run, and nobody has asked for that.
 *
 * @param opened which process opened it, and when, in milliseconds since 1970: `4711 1767603600000`, as the editor hands it over.
 * @param now milliseconds since 1970.
 * @see https://code.visualstudio.com/docs/terminal/advanced#_persistent-sessions
 */
export function isRestored(opened: string, now: number): boolean {
  const [, pid, at] = /^(\d+) (\d+)$/u.exec(opened) ?? [];
  return pid === undefined || now - Number(at) > longestStart || !isThere(Number(pid));
}
