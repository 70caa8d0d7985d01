/**
 * What the matrix page and the extension say to each other. Both ends check what they get: a page is the one place where
 * text from a repository and code of ours share a window.
 */
import type { MatrixView, TraceGap, TraceStage } from '../../../server/src/protocol.js';
import * as v from 'valibot';
import { offset, readAs } from '../editor/schemas.js';

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
  /** `{0}` items, `{1}` rows, `{2}` gaps. */
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

const pageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('open'), uri: v.string(), line: offset, character: offset }),
  v.object({
    type: v.literal('export'),
    root: v.string(),
    item: v.exactOptional(v.string()),
    gaps: v.boolean(),
    format: v.picklist(['md', 'csv', 'html']),
  }),
]);

/** From the page to the extension. */
export type PageMessage = v.InferOutput<typeof pageMessageSchema>;

/** The message, if it is one that a page of ours sends; undefined for anything else. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  return readAs(pageMessageSchema, message);
}

/** The main parts alone: its sender alone can reach the page, as the frame is the editor's own and no other page is let in. */
const messageParts = v.object({ type: v.literal('matrix'), projects: v.array(v.unknown()), words: v.looseObject({}) });

/** The message, if it is the extension's. Its parts come from the same package and are taken as they are. */
export function readMatrixMessage(message: unknown): MatrixMessage | undefined {
  return isMatrixMessage(message) ? message : undefined;
}

function isMatrixMessage(message: unknown): message is MatrixMessage {
  return v.is(messageParts, message);
}
