import type { Machine } from '../../workspace/machine.js';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { describeError } from '../../base/errors.js';
import { parseJson } from '../../base/json.js';
import { object, read, someOf } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import type { MadeWorktree } from '../../operations/step.js';

interface StepPlace {
  /** Of the project: absolute. */
  readonly root: string;
  /** What all worktrees of the repository share: absolute. */
  readonly shared: string;
}

const folderOf = (shared: string): string => path.join(shared, 'pactwright', 'unfinished');

/**
 * Writes down what is about to be made, so that it is known after a kill. Must be called under the write lock.
 *
 * @returns the file, to be forgotten once all is made or taken back.
 * @throws Refused (`failed`) if it cannot be written.
 */
export async function noteStart(
  machine: Machine,
  { shared }: StepPlace,
  makes: readonly MadeWorktree[],
): Promise<string> {
  const file = path.join(folderOf(shared), `${randomBytes(8).toString('hex')}.json`);
  try {
    await machine.disk.makeFolder(folderOf(shared), 0o700);
    // A kill leaves what was written; if the power fails, what git has made is no safer than this.
    await machine.disk.writeFile(file, JSON.stringify(makes), { mode: 0o600 });
    return file;
  } catch (error) {
    throw new Refused('failed', `${file} cannot be written: ${describeError(error)}`);
  }
}

export async function forgetStart(machine: Machine, file: string): Promise<void> {
  await machine.disk.unlink(file).catch(() => undefined);
}

/**
 * Reverts what killed processes left half done. Must be called under the write lock, so that no other process does so but
 * a git that outlived them: what that has not let go of is tried again the next time.
 */
export async function takeBackUnfinished(machine: Machine, { root, shared }: StepPlace): Promise<void> {
  const folder = folderOf(shared);
  for (const name of await machine.disk.readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    let isBusy = false;
    for (const one of await readNote(machine, file))
      isBusy = (await machine.worktreeGit.takeBack(root, one, true)) === 'busy' || isBusy;
    if (!isBusy) await forgetStart(machine, file);
  }
}

const madeWorktree = object({
  path: v.pipe(
    v.string(),
    v.check((place) => path.isAbsolute(place)),
  ),
  branch: v.string(),
  madeAt: v.optional(v.string()),
});

/** A note that was cut off names nothing: it was written before anything was made. */
async function readNote(machine: Machine, file: string): Promise<readonly MadeWorktree[]> {
  return read(someOf(madeWorktree), parseJson(await machine.disk.readFile(file, 'utf8').catch(() => ''))) ?? [];
}
