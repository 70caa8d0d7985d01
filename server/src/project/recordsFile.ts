import path from 'node:path';
import { contentHash } from '../base/contentHash.js';
import type { StoreChange } from '../workspace/documentStore.js';
import { type KeptRecords, readRecords } from '../workspace/keptRecords.js';
import type { CacheFiles, FileSystem } from '../workspace/ports.js';

/** What the documents were judged by: themselves; source code and git, too; not judged, only traced (`trace`); or the language server. */
export type JudgedBy = 'documents' | 'git' | 'trace' | 'server';

/** Far more than 20,000 documents leave behind. */
const maxBytes = 512 * 1024 * 1024;

/**
 * The file with what is kept of the documents of a project.
 *
 * @param folder of all such files.
 * @param build tells one build of Pactwright from any other.
 * @param root of the project: absolute.
 */
export function recordsFile(folder: string, build: string, root: string, judgedBy: JudgedBy): string {
  return path.join(folder, `${contentHash(JSON.stringify([build, process.version, root, judgedBy]))}.json`);
}

/** @returns undefined if there are none, or the file was not written by Pactwright. */
export async function readRecordsFile(file: string, files: FileSystem): Promise<KeptRecords | undefined> {
  try {
    const within = await files.realPath(path.dirname(file));
    const result = within === undefined ? undefined : await files.read(file, { within, maxBytes });
    return result?.kind === 'file' ? readRecords(result.bytes) : undefined;
  } catch {
    return undefined;
  }
}

export async function writeRecordsFile(
  file: string,
  change: StoreChange | undefined,
  cache: CacheFiles,
): Promise<void> {
  // Two processes may add at once: then each writes in one go.
  if (change?.kind === 'added') await cache.add(file, [...change.batch.pieces].join(''));
  else if (change) await cache.write(file, change.batch.pieces);
}
