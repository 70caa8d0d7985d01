import { contentHash } from '../base/contentHash.js';
import type { FileSystem, FolderListing, ReadOptions, ReadResult } from './ports.js';

/** A question to a file system, and what stands for its answer: the same only where the answer was the same. */
export type RecordedAnswer =
  | readonly [question: 'read', path: string, answer: string, options: ReadOptions]
  | readonly [question: 'list' | 'kindOf' | 'realPath', path: string, answer: string];

type Later<T> = T | Promise<T>;

/**
 * A file system that notes what it is asked and what it answers. What is worked out of these answers alone is the same for as long
 * as all of them are.
 *
 * @param files are asked for every answer, once.
 * @param note is given each answer when it is there.
 */
export function recordAnswers(files: FileSystem, note: (answer: RecordedAnswer) => void): FileSystem {
  const noted = <T>(answer: Later<T>, toRecord: (answer: T) => RecordedAnswer): Later<T> => {
    const take = (settled: T): T => {
      note(toRecord(settled));
      return settled;
    };
    return answer instanceof Promise ? answer.then(take) : take(answer);
  };
  return {
    ...(files.blocking ? { blocking: files.blocking } : {}),
    turn: () => files.turn?.(),
    stamp: (path, options) => files.stamp?.(path, options),
    read: (path, options) => noted(files.read(path, options), (answer) => ['read', path, standFor(answer), options]),
    list: (path) => noted(files.list(path), (answer) => ['list', path, standForFolder(answer)]),
    kindOf: (path) => noted(files.kindOf(path), (answer) => ['kindOf', path, answer ?? '']),
    realPath: (path) => noted(files.realPath(path), (answer) => ['realPath', path, answer ?? '']),
  };
}

/** Whether a file system answers all questions as it did. Ends with the first that it does not. */
export async function haveSameAnswers(answers: readonly RecordedAnswer[], files: FileSystem): Promise<boolean> {
  for (const recorded of answers) if ((await askAgain(recorded, files)) !== recorded[2]) return false;
  return true;
}

async function askAgain(recorded: RecordedAnswer, files: FileSystem): Promise<string> {
  switch (recorded[0]) {
    case 'read':
      return standFor(await files.read(recorded[1], recorded[3]));
    case 'list':
      return standForFolder(await files.list(recorded[1]));
    case 'kindOf':
      return (await files.kindOf(recorded[1])) ?? '';
    case 'realPath':
      return (await files.realPath(recorded[1])) ?? '';
  }
}

function standFor(answer: ReadResult): string {
  return answer.kind === 'file' ? contentHash(answer.bytes) : JSON.stringify(answer);
}

function standForFolder({ entries, problem }: FolderListing): string {
  if (problem !== undefined) return JSON.stringify({ problem });
  // The order of a folder's entries means nothing.
  return contentHash(JSON.stringify(entries.map(({ name, kind }) => `${kind} ${name}`).sort()));
}
