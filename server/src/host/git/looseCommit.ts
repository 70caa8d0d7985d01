import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { isHash } from './output.js';

/** What a commit says of itself. */
export interface LooseCommit {
  readonly parents: readonly string[];
  /** When it was committed, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * A commit that git keeps in a file of its own, as it does until it packs (https://git-scm.com/docs/gitrepository-layout).
 *
 * @returns undefined if git has to be asked.
 */
export async function looseCommit(commonFolder: string, hash: string): Promise<LooseCommit | undefined> {
  if (!isHash(hash)) return undefined;
  try {
    const file = path.join(commonFolder, 'objects', hash.slice(0, 2), hash.slice(2));
    const text = inflateSync(await readFile(file)).toString('latin1');
    const head = /^commit \d+\0(tree [^]*?)\n\n/u.exec(text)?.[1];
    const seconds = head === undefined ? undefined : /^committer .*> (\d+) /mu.exec(head)?.[1];
    if (head === undefined || seconds === undefined) return undefined;
    const parents = Array.from(head.matchAll(/^parent ([0-9a-f]+)$/gmu), ([, parent = '']) => parent);
    return { parents, at: Number(seconds) * 1000 };
  } catch {
    return undefined;
  }
}

/** Beyond this, git is faster. */
const mostSteps = 20;

/** Whether loose commits tell that one leads to another. False: git has to be asked. */
export async function leadsToByFiles(commonFolder: string, from: string, to: string): Promise<boolean> {
  const seen = new Set([from]);
  let steps = 0;
  for (const commit of seen) {
    if (commit === to) return true;
    if (++steps > mostSteps) return false;
    for (const parent of (await looseCommit(commonFolder, commit))?.parents ?? []) seen.add(parent);
  }
  return false;
}
