/**
 * What client and server say to each other beyond LSP: message names and the shapes of what they carry. The client imports
 * nothing else from the server.
 */
import type { Range } from './markdown/span.js';

export type { Range };

/** Request without parameters; answers with one `BoardView` per project root that has a board. */
export const boardsRequest = 'pactwright/boards';

/** Notification without parameters: the answer to `boardsRequest` is no longer what it was. */
export const boardsChangedNotification = 'pactwright/boardsChanged';

/** Request without parameters: reads everything anew from disk and answers with a `LintSummary`. */
export const lintWorkspaceRequest = 'pactwright/lintWorkspace';

/** Notification with a `LintSummary`, after every round of judging. */
export const lintedNotification = 'pactwright/linted';

/** Request with `{ root: string }` (a URI); answers with a `BaselineFile`. */
export const baselineRequest = 'pactwright/baseline';

/** Notification with an `AdoptionOffer`: a project without baseline has more findings than a person would read. */
export const adoptionOfferNotification = 'pactwright/adoptionOffer';

/** Request with `{ code: string }`; answers with the rule's reference as Markdown, or null for an unknown code. */
export const ruleReferenceRequest = 'pactwright/ruleReference';

/** Request without parameters; answers `true` at once. The client asks it to notice a server that hangs. */
export const pingRequest = 'pactwright/ping';

/** The scheme of the read-only documents that hold rule references: `pactwright-rule:/PW101.md`. */
export const ruleScheme = 'pactwright-rule';

/** One project's board, ready to be shown. */
export interface BoardView {
  /** URI of the board file. */
  readonly uri: string;
  /** URI of the project root. */
  readonly root: string;
  /** The root's folder name. */
  readonly name: string;
  readonly sections: readonly BoardSectionView[];
}

export interface BoardSectionView {
  readonly title: string;
  readonly kind: 'backlog' | 'inProgress' | 'done' | 'custom';
  readonly range: Range;
  readonly entries: readonly BoardEntryView[];
}

export interface BoardEntryView {
  /** The item id, or undefined where the entry's title has none. */
  readonly id: string | undefined;
  readonly title: string;
  readonly range: Range;
  readonly tasks: readonly BoardTaskView[];
}

export interface BoardTaskView {
  readonly text: string;
  readonly checked: boolean;
  readonly range: Range;
}

export interface LintSummary {
  readonly projects: number;
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that a baseline leaves out. */
  readonly baselined: number;
}

export interface BaselineFile {
  /** URI of the file to write. */
  readonly uri: string;
  readonly content: string;
  readonly findings: number;
}

export interface AdoptionOffer {
  /** URI of the project root. */
  readonly root: string;
  readonly name: string;
  readonly findings: number;
}

/** What each request asks and is answered. */
export interface Requests {
  readonly [boardsRequest]: { readonly params: undefined; readonly answer: readonly BoardView[] };
  readonly [lintWorkspaceRequest]: { readonly params: undefined; readonly answer: LintSummary };
  readonly [baselineRequest]: { readonly params: { readonly root: string }; readonly answer: BaselineFile | null };
  readonly [ruleReferenceRequest]: { readonly params: { readonly code: string }; readonly answer: string | null };
  readonly [pingRequest]: { readonly params: undefined; readonly answer: true };
}

/** What each notification carries. */
export interface Notifications {
  readonly [boardsChangedNotification]: undefined;
  readonly [lintedNotification]: LintSummary;
  readonly [adoptionOfferNotification]: AdoptionOffer;
}
