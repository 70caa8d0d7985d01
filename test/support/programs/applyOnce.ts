import { readFileSync } from 'node:fs';
import { applyChanges } from '../../../server/src/host/applyChanges.js';
import { withLock } from '../../../server/src/host/lock.js';
import type { FileChange } from '../../../server/src/workspace/fileChange.js';

/** What the program is told, as JSON in a file. */
export interface ApplyOnce {
  readonly root: string;
  readonly lock: string;
  readonly changes: readonly FileChange[];
  /** The texts that edited files had when the plan was made. */
  readonly texts: Readonly<Record<string, string>>;
}

const { root, lock, changes, texts } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ApplyOnce; // its caller wrote it
void withLock(lock, () => applyChanges(root, changes, (file) => texts[file])).then((result) => {
  process.stdout.write(JSON.stringify(result));
});
