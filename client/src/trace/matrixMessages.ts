/**
 * What the matrix page and the extension say to each other. Both ends check what they get: a page is the one place where
 * text from a repository and code of ours share a window.
 */
import type { MatrixFormat, MatrixView, TraceGap, TraceStage } from '../../../server/src/protocol.js';
import { isOffset, isRecord } from '../editor/messageParts.js';

/** From the extension to the page. */
export interface MatrixMessage {
  readonly type: 'matrix';
  readonly projects: readonly MatrixView[];
  readonly words: MatrixWords;
  /** What to show only, as the command that opened the page said; absent where the page's own state counts. */
  readonly only?: { readonly root: string; readonly item?: string };
}

/** All text of the page that is not of the project, in the language of the editor. */
export interface MatrixWords {
  readonly title: string;
  readonly project: string;
  readonly filter: string;
  readonly gapsOnly: string;
  readonly export: string;
  readonly columns: readonly [requirement: string, criterion: string, scenario: string, tests: string];
  readonly stages: Readonly<Record<TraceStage, string>>;
  readonly gaps: Readonly<Record<TraceGap, string>>;
  /** Put off by a note in the code. */
  readonly deferred: string;
  /** `{0}` items, `{1}` rows, `{2}` of them with a gap. */
  readonly summary: string;
  /** `{0}` gaps. */
  readonly itemGaps: string;
  readonly oneGap: string;
  readonly nothing: string;
  readonly noMatch: string;
  /** `{0}` items are not shown yet. */
  readonly more: string;
  /** `{0}`: what is opened. */
  readonly open: string;
}

/** From the page to the extension. */
export type PageMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'open'; readonly uri: string; readonly line: number; readonly character: number }
  | {
      readonly type: 'export';
      readonly root: string;
      readonly item?: string;
      readonly gaps: boolean;
      readonly format: MatrixFormat;
    };

/** The message, if it is one that a page of ours sends; undefined for anything else. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { type, uri, line, character, root, item, gaps, format } = message;
  switch (type) {
    case 'ready':
      return { type };
    case 'open':
      return typeof uri === 'string' && isOffset(line) && isOffset(character)
        ? { type, uri, line, character }
        : undefined;
    case 'export':
      if (typeof root !== 'string' || typeof gaps !== 'boolean' || !isFormat(format)) return undefined;
      if (item !== undefined && typeof item !== 'string') return undefined;
      return { type, root, gaps, format, ...(item === undefined ? {} : { item }) };
    default:
      return undefined;
  }
}

/** The message, if it is the extension's. Its parts come from the same package and are taken as they are. */
export function readMatrixMessage(message: unknown): MatrixMessage | undefined {
  return isMatrixMessage(message) ? message : undefined;
}

/** By its main parts: its sender alone can reach the page, as the frame is the editor's own and no other page is let in. */
function isMatrixMessage(message: unknown): message is MatrixMessage {
  if (!isRecord(message)) return false;
  const { type, projects, words } = message;
  return type === 'matrix' && Array.isArray(projects) && isRecord(words);
}

function isFormat(value: unknown): value is MatrixFormat {
  return value === 'md' || value === 'csv' || value === 'html';
}
