import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { mergeDocuments } from '../../documents/merge/mergeDocuments.js';
import type { MarkOptions, Merged } from '../../documents/merge/marks.js';
import { describeError } from '../../base/errors.js';
import { decodeText } from '../../base/decodeText.js';
import { type FilePaths, mergeByLines } from './mergeByLines.js';
import { mergePartsOf } from './projects.js';

/** `notMerged`: nothing was written, and the reason was shown. */
export type MergeOutcome = 'merged' | 'conflicts' | 'notMerged';

export interface FilesToMerge {
  /** The current folder: absolute. */
  readonly cwd: string;
  /** As git names them: relative to the current folder, or absolute. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Where the document is. */
  readonly path: string;
  readonly marks: MarkOptions;
}

/** Larger ones are merged line by line. */
const mostCharacters = 8 * 1024 * 1024;

/**
 * Merges three files into OURS, as git asks a merge driver to (gitattributes(5)). Never throws: what is not merged by its
 * content is merged by git line by line.
 */
export async function mergeFiles(
  machine: Machine,
  { cwd, path: file, marks, ...names }: FilesToMerge,
  tell: (text: string) => void,
): Promise<MergeOutcome> {
  const at = (name: string): string => path.resolve(cwd, name);
  const files: FilePaths = { base: at(names.base), ours: at(names.ours), theirs: at(names.theirs) };
  const warn = (message: string): void => {
    tell(`${file} ${message}`);
  };
  const merged = await mergeByContent(machine, files, at(file), marks).catch((error: unknown) => {
    warn(`is merged line by line: ${describeError(error)}`);
    return undefined;
  });
  if (merged) {
    try {
      await machine.disk.writeFile(files.ours, merged.text);
    } catch (error) {
      warn(`is not merged: ${describeError(error)}`);
      return 'notMerged';
    }
    return merged.conflicts === 0 ? 'merged' : 'conflicts';
  }
  const conflicts = await mergeByLines(files, marks, { cwd, machine });
  if (typeof conflicts === 'number') return conflicts === 0 ? 'merged' : 'conflicts';
  warn(`conflicts as a whole, so our side is kept: ${conflicts}`);
  // So git itself does with what is no text: a conflict that somebody has to look at.
  return 'conflicts';
}

/** @returns undefined if the documents are to be merged line by line. */
async function mergeByContent(
  machine: Machine,
  files: FilePaths,
  file: string,
  marks: MarkOptions,
): Promise<Merged | undefined> {
  const parts = await mergePartsOf(machine, file);
  if (!parts) return undefined;
  const [base, ours, theirs] = await Promise.all(
    [files.base, files.ours, files.theirs].map((one) => readText(machine, one)),
  );
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  if (base.length + ours.length + theirs.length > mostCharacters) return undefined;
  return mergeDocuments(parts, { base, ours, theirs }, marks);
}

/** @returns undefined for what is no UTF-8. */
async function readText(machine: Machine, file: string): Promise<string | undefined> {
  const decoded = decodeText(await machine.disk.readFile(file));
  return decoded.kind === 'text' ? decoded.text : undefined;
}
