/**
 * A process, or why there is none: Node.js reports a program that is missing by an event, and throws what else the operating system
 * refuses (E2BIG, ENOTDIR, ETXTBSY).
 *
 * @param spawn starts it.
 */
export function spawned<T>(spawn: () => T): T | Error {
  try {
    return spawn();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
