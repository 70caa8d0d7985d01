import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';

/** What tells whether a file was written: by path, relative to the root; undefined if there is none. */
type Stamps = ReadonlyMap<string, string | undefined>;

/**
 * Runs something and returns which of these files it wrote, even with the same content or restored in the end: the system keeps the
 * time of the last change, which nothing but the system sets.
 *
 * @param root absolute.
 * @param paths relative to it, with `/`.
 */
export async function watchFiles<T>(
  machine: Machine,
  root: string,
  paths: readonly string[],
  run: () => Promise<T>,
): Promise<{ readonly value: T; readonly written: readonly string[] }> {
  const before = await readStamps(machine, root, paths);
  const value = await run();
  const after = await readStamps(machine, root, paths);
  return { value, written: paths.filter((one) => before.get(one) !== after.get(one)) };
}

async function readStamps(machine: Machine, root: string, paths: readonly string[]): Promise<Stamps> {
  const stamps = new Map<string, string | undefined>();
  for (const one of paths) stamps.set(one, await readStamp(machine, path.join(root, ...one.split('/'))));
  return stamps;
}

async function readStamp(machine: Machine, file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await machine.disk.lstat(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
