import { link, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { applyEdits } from '../markdown/textEdit.js';
import { contentHash } from '../base/contentHash.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { WriteResult } from '../workspace/machine.js';
import { deleteUnchanged, writeAtomically } from './atomicWrite.js';
import { describeError } from '../base/errors.js';
import { insideRoot, exists } from './insideRoot.js';
import { leadsOut } from '../base/leadsOut.js';
import { makeFolder } from './makeFolder.js';

/**
 * Writes the changes of a plan to disk, all or none: every file is looked at before the first is written, each is replaced whole,
 * and where one cannot be written the ones before it are put back. Should the process be killed in between, each file is whole, and
 * those of the first changes are new.
 *
 * @param root of the project: absolute; nothing outside is written, by way of links neither.
 * @param textOf the text that each edited or deleted file had when the plan was made; a file that has another one now is left alone.
 */
export async function applyChanges(
  root: string,
  changes: readonly FileChange[],
  textOf: (path: string) => string | undefined,
): Promise<WriteResult> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const writes: Write[] = [];
    for (const change of joinEdits(changes)) {
      const write = await prepare(root, change, textOf);
      if ('kind' in write) return write;
      writes.push(write);
    }
    for (const write of writes) {
      const result = await write.now(undo);
      if (result.kind === 'written') continue;
      await takeBack(undo);
      return result;
    }
    return { kind: 'written' };
  } catch (error) {
    await takeBack(undo);
    return { kind: 'failed', message: `the changes cannot be written: ${describeError(error)}` };
  }
}

interface Write {
  /** @param undo takes up how to undo what was done. */
  readonly now: (undo: (() => Promise<unknown>)[]) => Promise<WriteResult>;
}

async function takeBack(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const one of undo.toReversed()) await one().catch(() => undefined);
}

/** Several edits of one file are one. */
function joinEdits(changes: readonly FileChange[]): readonly FileChange[] {
  const joined = new Map<string, FileChange>();
  for (const change of changes) {
    const key = `${change.kind === 'rename' ? 'rename' : 'text'}:${change.path}`;
    const before = joined.get(key);
    joined.set(
      key,
      before?.kind === 'edit' && change.kind === 'edit'
        ? { ...before, edits: [...before.edits, ...change.edits] }
        : change,
    );
  }
  return [...joined.values()];
}

async function prepare(
  root: string,
  change: FileChange,
  textOf: (path: string) => string | undefined,
): Promise<Write | WriteResult> {
  const file = await insideRoot(root, change.path);
  if (file === undefined) return { kind: 'failed', message: leadsOut(change.path, root) };
  switch (change.kind) {
    case 'edit': {
      const text = textOf(change.path);
      if (text === undefined) return { kind: 'failed', message: `${change.path} is edited but was not read` };
      const after = applyEdits(text, change.edits);
      return {
        now: async (undo) => {
          const result = await writeAtomically(file, after, contentHash(text));
          if (result.kind === 'written') undo.push(() => writeAtomically(file, text, contentHash(after)));
          return result;
        },
      };
    }
    case 'create': {
      if (await exists(file)) return { kind: 'changed', message: `${change.path} already exists and was not changed` };
      return {
        now: async (undo) => {
          await makeFolderOf(file, undo);
          const result = await writeAtomically(file, change.text, undefined);
          if (result.kind === 'written') undo.push(() => unlink(file));
          return result;
        },
      };
    }
    case 'delete': {
      const text = textOf(change.path);
      if (text === undefined) return { kind: 'failed', message: `${change.path} is deleted but was not read` };
      return {
        now: async (undo) => {
          const result = await deleteUnchanged(file, contentHash(text));
          if (result.kind === 'written') undo.push(() => writeAtomically(file, text, undefined));
          return result;
        },
      };
    }
    case 'rename': {
      const target = await insideRoot(root, change.newPath);
      if (target === undefined) return { kind: 'failed', message: leadsOut(change.newPath, root) };
      if (await exists(target)) return { kind: 'changed', message: `${change.newPath} already exists` };
      return {
        now: async (undo) => {
          await makeFolderOf(target, undo);
          await moveWithoutReplacing(file, target);
          undo.push(() => rename(target, file));
          return { kind: 'written' };
        },
      };
    }
  }
}

async function makeFolderOf(file: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  const made = await makeFolder(path.dirname(file));
  undo.push(async () => {
    // Those that have come to hold something else meanwhile stay.
    for (const folder of made.toReversed()) await rmdir(folder);
  });
}

/** `rename` replaces what is there; a second name does not. */
async function moveWithoutReplacing(file: string, target: string): Promise<void> {
  await link(file, target);
  await unlink(file);
}
