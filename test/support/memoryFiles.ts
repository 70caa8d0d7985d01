import path from 'node:path';
import type { FileSystem, FolderEntry, ReadResult } from '../../server/src/workspace/ports.js';

/** A file system in memory that counts what is asked of it. Paths are absolute, with `/`; folders are there where files are. */
export interface MemoryFiles extends FileSystem {
  readonly texts: Map<string, string | Uint8Array>;
  /** What a read of a path answers instead. */
  readonly answers: Map<string, ReadResult>;
  /** Why a folder cannot be listed. */
  readonly unlisted: Map<string, string>;
  /** The paths read since the test emptied the list. */
  readonly reads: string[];
  /** The most reads that were under way at once. */
  readonly mostAtOnce: () => number;
}

/** @param turns how many turns of the event loop the n-th read takes; what it reads is what was there at its beginning. */
export function createMemoryFiles(
  initial: Readonly<Record<string, string | Uint8Array>> = {},
  turns: (read: number) => number = () => 1,
): MemoryFiles {
  const texts = new Map(Object.entries(initial));
  const answers = new Map<string, ReadResult>();
  const unlisted = new Map<string, string>();
  const reads: string[] = [];
  let now = 0;
  let most = 0;
  const kindOf = (wanted: string): 'file' | 'folder' | undefined => {
    if (texts.has(wanted) || answers.has(wanted)) return 'file';
    return [...texts.keys(), ...answers.keys()].some((file) => file.startsWith(`${wanted}/`)) ? 'folder' : undefined;
  };
  const answerOf = (file: string): ReadResult => {
    const answer = answers.get(file);
    if (answer) return answer;
    const text = texts.get(file);
    if (text === undefined) return { kind: kindOf(file) === 'folder' ? 'directory' : 'missing' };
    return { kind: 'file', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text };
  };
  return {
    texts,
    answers,
    unlisted,
    reads,
    mostAtOnce: () => most,
    read: async (file) => {
      reads.push(file);
      most = Math.max(most, ++now);
      const answer = answerOf(file);
      for (let left = turns(reads.length); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
      now--;
      return answer;
    },
    list: (folder) => {
      const problem = unlisted.get(folder);
      if (problem !== undefined) return { entries: [], problem };
      const names = new Map<string, FolderEntry['kind']>();
      for (const file of [...texts.keys(), ...answers.keys()]) {
        if (!file.startsWith(`${folder}/`)) continue;
        const [name = '', ...rest] = file.slice(folder.length + 1).split('/');
        names.set(name, rest.length > 0 ? 'folder' : 'file');
      }
      return { entries: Array.from(names, ([name, kind]) => ({ name, kind })) };
    },
    kindOf,
    realPath: (file) => path.posix.normalize(file),
  };
}
