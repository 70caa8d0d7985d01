import path from 'node:path';
import { UsageError } from '../../base/usageError.js';
import { relativePath } from '../../base/relativePath.js';
import { changedPaths, type CodeFolder, openCodeFolder } from '../../project/codeFolder.js';
import type { QueryScene } from './query.js';

/** The files that a question is about: those it names, else those that differ from a commit. */
export interface AskedFiles {
  readonly files: readonly string[];
  readonly base?: string | undefined;
}

/** The source code at a folder, and the files a question names, or those that were changed; relative to the root. */
export async function codeQuestion(
  { machine, folder, signal }: Pick<QueryScene, 'machine' | 'folder' | 'signal'>,
  { files, base }: AskedFiles,
): Promise<{ readonly code: CodeFolder; readonly wanted: readonly string[] }> {
  const code = await openCodeFolder(machine, folder, signal);
  if (files.length === 0) return { code, wanted: await changedPaths(machine, code, base ?? 'HEAD', signal) };
  if (base !== undefined) throw new UsageError('name either files or --base');
  return { code, wanted: files.map((file) => insideOf(code.root, folder, file)) };
}

/** A file as it is named in a folder, relative to the root. @throws UsageError if it is outside. */
export function insideOf(root: string, folder: string, given: string): string {
  const inside = relativePath(root, path.resolve(folder, given));
  if (inside === undefined) throw new UsageError(`${given} is not in ${root}`);
  return inside;
}
