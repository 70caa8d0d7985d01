import { rm, writeFile } from 'node:fs/promises';
import { describeError } from '../../base/errors.js';
import type { FileInTree, GitAnswer, GitRepository } from '../../workspace/ports.js';
import { isHash, outputOf, unreadable } from './output.js';
import type { GitPlaces, RunGit } from './runGit.js';
import type { Scratch } from './scratch.js';

/** @throws the signal's reason once it is aborted. */
export function writeTree(
  run: RunGit,
  scratch: Scratch,
  repository: GitRepository,
  tree: string,
  files: readonly FileInTree[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<string>> {
  return scratch.withObjects(repository, async (objects) => {
    const places = { ...objects, GIT_INDEX_FILE: scratch.newFile() };
    const common = { folder: repository.top, places, config: scratch.config, signal };
    const blobs = await writeBlobs(run, common, scratch, files);
    if (blobs.kind !== 'answer') return blobs;
    const none = '0'.repeat(tree.length);
    const lines = files.map(({ path: file, mode, blob }) => {
      const hash = blob ?? blobs.value.get(file);
      return hash === undefined ? `0 ${none}\t${file}\0` : `${mode} ${hash}\t${file}\0`;
    });
    // What goes makes room for what comes: a folder for a file of its name.
    const input = lines
      .sort((one, other) => (one.startsWith('0 ') ? 0 : 1) - (other.startsWith('0 ') ? 0 : 1))
      .join('');
    const read = await outputOf(run, { ...common, args: ['read-tree', tree] });
    if (read.kind !== 'answer') return read;
    const put = await outputOf(run, { ...common, args: ['update-index', '-z', '--replace', '--index-info'], input });
    if (put.kind !== 'answer') return put;
    const written = await outputOf(run, { ...common, args: ['write-tree'] });
    if (written.kind !== 'answer') return written;
    const hash = written.value.trim();
    return isHash(hash) ? { kind: 'answer', value: hash } : unreadable('write-tree');
  });
}

/** Writes the texts as blobs, by one process. @returns their hashes by path. */
async function writeBlobs(
  run: RunGit,
  common: { readonly folder: string; readonly places: GitPlaces; readonly signal: AbortSignal | undefined },
  scratch: Scratch,
  files: readonly FileInTree[],
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  const texts = files.flatMap(({ path: file, text }) => (text === undefined ? [] : [{ file, text }]));
  if (texts.length === 0) return { kind: 'answer', value: new Map() };
  const names = texts.map(() => scratch.newFile());
  try {
    for (const [at, { text }] of texts.entries()) await writeFile(names[at] ?? '', text);
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
    const output = await outputOf(run, { ...common, args, input: names.map((name) => `${name}\n`).join('') });
    if (output.kind !== 'answer') return output;
    const hashes = output.value.trim().split('\n');
    if (hashes.length !== texts.length || !hashes.every(isHash)) return unreadable('hash-object');
    return { kind: 'answer', value: new Map(texts.map(({ file }, at) => [file, hashes[at] ?? ''])) };
  } catch (error) {
    return { kind: 'failed', message: `a file cannot be written: ${describeError(error)}` };
  } finally {
    await Promise.all(names.map((name) => rm(name, { force: true })));
  }
}
