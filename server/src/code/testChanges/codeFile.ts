import { memoFor } from '../../base/memo.js';
import { indentedLines, type IndentedLine } from '../indentedLines.js';
import { readTokens } from '../parseSource.js';
import type { SourceFile, SourceLanguage } from '../sourceFile.js';
import type { Tokens } from '../tokens.js';
import { dialects } from './dialects.js';

/** A source file with the tokens it was read from, which the file itself does not keep. */
export interface CodeFile {
  readonly file: SourceFile;
  readonly language: SourceLanguage;
  readonly tokens: Tokens;
  /** By closing bracket: the one it closes. */
  readonly openings: ReadonlyMap<number, number>;
  /** Where indentation says what belongs to what: the lines on which statements begin; empty in other languages. */
  readonly lines: readonly IndentedLine[];
  /** By the first token of such a line: how many lines it is in. */
  readonly depths: ReadonlyMap<number, number>;
}

/** @returns undefined for a file of another language than those whose tests are found; the same object for the same file. */
export const codeOf = memoFor((file: SourceFile): CodeFile | undefined => {
  const { language, path, text } = file;
  const tokens = readTokens(path, text);
  if (language === undefined || tokens === undefined) return undefined;
  const openings = new Map<number, number>();
  for (let index = 0; index < tokens.all.length; index++) {
    const close = tokens.closing(index);
    if (close !== undefined && !openings.has(close)) openings.set(close, index);
  }
  const lines = linesOf(tokens, language);
  const code = { file, language, tokens, openings, lines, depths: depthsOf(lines) };
  return code;
});

function linesOf(tokens: Tokens, language: SourceLanguage): readonly IndentedLine[] {
  const brackets = dialects[language].indentsOutside;
  return brackets === undefined ? [] : indentedLines(tokens, { brackets });
}

function depthsOf(lines: readonly IndentedLine[]): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  const open: IndentedLine[] = [];
  for (const line of lines) {
    for (let top = open.at(-1); top && top.blockEnd < line.first; top = open.at(-1)) open.pop();
    depths.set(line.first, open.length);
    open.push(line);
  }
  return depths;
}

/** The index of the first token that begins at or behind an offset. */
export function tokenFrom(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.all.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens.at(middle).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place among the lines of the first one that begins at or behind a token. */
export function lineFrom(lines: readonly IndentedLine[], index: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.first ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
