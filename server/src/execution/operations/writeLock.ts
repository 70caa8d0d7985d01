import path from 'node:path';
import { withLock } from '../../host/lock.js';
import type { Locked, LockOptions } from '../../workspace/machine.js';

/** What all writers of a repository's documents share, the editor's among them. */
export function withWriteLock<T>(folder: string, use: () => Promise<T>, options: LockOptions): Promise<Locked<T>> {
  return withLock(path.join(folder, 'pactwright', 'write.lock'), use, options);
}
