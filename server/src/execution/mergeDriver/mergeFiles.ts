import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mergeDocuments } from '../../documents/merge/mergeDocuments.js';
import type { MarkOptions, Merged } from '../../documents/merge/marks.js';
import { describeError } from '../../base/errors.js';
import { decodeText } from '../../base/decodeText.js';
import { exitCodes, type ExitCode, type Io } from '../../doors/cli/io.js';
import { plainText } from '../../base/plainText.js';
import { type FilePaths, mergeByLines } from './mergeByLines.js';
import { mergePartsOf } from './projects.js';

export interface FilesToMerge {
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
export async function mergeFiles({ path: file, marks, ...names }: FilesToMerge, io: Io): Promise<ExitCode> {
  const at = (name: string): string => path.resolve(io.cwd, name);
  const files: FilePaths = { base: at(names.base), ours: at(names.ours), theirs: at(names.theirs) };
  const warn = (message: string): void => {
    io.err(`pactwright: ${plainText(`${file} ${message}`)}\n`);
  };
  const merged = await mergeByContent(files, at(file), marks).catch((error: unknown) => {
    warn(`is merged line by line: ${describeError(error)}`);
    return undefined;
  });
  if (merged) {
    try {
      await writeFile(files.ours, merged.text);
    } catch (error) {
      warn(`is not merged: ${describeError(error)}`);
      return exitCodes.notMerged;
    }
    return merged.conflicts === 0 ? exitCodes.fine : exitCodes.findings;
  }
  const conflicts = await mergeByLines(files, marks, io);
  if (typeof conflicts === 'number') return conflicts === 0 ? exitCodes.fine : exitCodes.findings;
  warn(`is in conflict as a whole, and our side stays: ${conflicts}`);
  // So git itself does with what is no text: a conflict that somebody has to look at.
  return exitCodes.findings;
}

/** @returns undefined where the documents are to be merged line by line. */
async function mergeByContent(files: FilePaths, file: string, marks: MarkOptions): Promise<Merged | undefined> {
  const parts = await mergePartsOf(file);
  if (!parts) return undefined;
  const [base, ours, theirs] = await Promise.all([files.base, files.ours, files.theirs].map(readText));
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  if (base.length + ours.length + theirs.length > mostCharacters) return undefined;
  return mergeDocuments(parts, { base, ours, theirs }, marks);
}

/** @returns undefined for what is no UTF-8. */
async function readText(file: string): Promise<string | undefined> {
  const decoded = decodeText(await readFile(file));
  return decoded.kind === 'text' ? decoded.text : undefined;
}
