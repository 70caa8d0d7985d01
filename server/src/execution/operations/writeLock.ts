import path from 'node:path';
import type { Machine, Locked, LockOptions } from '../../workspace/machine.js';

/** What all writers of a repository's documents share, the editor's among them. */
export function withWriteLock<T>(
  machine: Machine,
  folder: string,
  use: () => Promise<T>,
  options: LockOptions,
): Promise<Locked<T>> {
  return machine.withLock(path.join(folder, 'pactwright', 'write.lock'), use, options);
}

/** What all who carry out one operation in a repository share, for as long as its steps take. */
export function withOperationLock<T>(
  machine: Machine,
  folder: string,
  operation: string,
  use: () => Promise<T>,
  options: LockOptions,
): Promise<Locked<T>> {
  return machine.withLock(path.join(folder, 'pactwright', `${operation}.lock`), use, options);
}
