import path from 'node:path';
import type { GitAnswer, GitRepository, WorkGit } from '../workspace/ports.js';
import { checkOutTree } from './git/checkOutTree.js';
import { readExchanged } from './git/readExchanged.js';
import { readDifferences } from './git/readDifferences.js';
import { readIgnoredPaths, readIgnorePatterns } from './git/readIgnoredPaths.js';
import { readObjectTexts } from './git/readObjectTexts.js';
import { readUnwatched } from './git/readUnwatched.js';
import { createRunGit, type RunGit } from './git/runGit.js';
import { createScratch } from './git/scratch.js';
import { takeSnapshot } from './git/takeSnapshot.js';
import { writeTree } from './git/writeTree.js';
import { isHash, outputOf, unreadable } from './git/output.js';

const defaultTimeoutMilliseconds = 120_000;

/**
 * Git by its command line, asked for what an item changed.
 *
 * @param scratchFolder where trees and blobs go that the repository does not have; absolute, outside the repository, and kept by the
 *   caller for as long as what this returns is used.
 * @param timeoutMilliseconds how long git may say nothing before it is ended; it is silent while it takes in a large folder.
 */
export function createWorkGit(
  scratchFolder: string,
  timeoutMilliseconds: number = defaultTimeoutMilliseconds,
): WorkGit {
  let spawns = 0;
  const run = createRunGit(timeoutMilliseconds, () => spawns++);
  const scratch = createScratch(path.resolve(scratchFolder));
  return {
    spawns: () => spawns,
    snapshot: (repository, unwatched, signal) => takeSnapshot(run, scratch, repository, unwatched, signal),
    differences: (repository, pairs, signal) => readDifferences(run, scratch, repository, pairs, signal),
    texts: (repository, objects, signal) => readObjectTexts(run, scratch, repository, objects, signal),
    checkOut: (repository, tree, into, signal) => checkOutTree(run, scratch, repository, tree, into, signal),
    writeTree: (repository, tree, files, signal) => writeTree(run, scratch, repository, tree, files, signal),
    mergeBase: (repository, one, others, signal) => readMergeBase(run, repository, one, others, signal),
    unwatched: (repository, signal) => readUnwatched(run, repository, signal),
    ignoredPaths: (repository, folders, signal) => readIgnoredPaths(run, repository, folders, signal),
    ignorePatterns: (repository, paths, signal) => readIgnorePatterns(run, repository, paths, signal),
    exchanged: (repository, paths, signal) => readExchanged(run, repository, paths, signal),
  };
}

/** @throws the signal's reason once it is aborted. */
async function readMergeBase(
  run: RunGit,
  { top }: GitRepository,
  one: string,
  others: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<string | undefined>> {
  // It ends with 1 if there is none.
  const output = await outputOf(run, { folder: top, args: ['merge-base', one, ...others], fine: [1], signal });
  if (output.kind !== 'answer') return output;
  const hash = output.value.trim();
  if (hash === '') return { kind: 'answer', value: undefined };
  return isHash(hash) ? { kind: 'answer', value: hash } : unreadable('merge-base');
}
