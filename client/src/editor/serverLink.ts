import type * as vscode from 'vscode';
import type { LintSummary, Notifications, Requests } from '../../../server/src/protocol.js';

/** The one connection to the language server; everything in the client that asks the server asks it here. */
export interface ServerLink {
  readonly start: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Undefined if the server is not running or does not answer; the reason is in the log. Once aborted, the server gives it up. */
  readonly request: <Method extends keyof Requests>(
    method: Method,
    params: Requests[Method]['params'],
    signal?: AbortSignal,
  ) => Promise<Requests[Method]['answer'] | undefined>;
  /** Handlers outlive restarts. */
  readonly onNotification: <Method extends keyof Notifications>(
    method: Method,
    handler: (params: Notifications[Method]) => void,
  ) => vscode.Disposable;
  /** Fires when a server has become ready, the first and every later one. */
  readonly onReady: vscode.Event<void>;
  readonly pid: () => number | undefined;
}

/** What the server is doing, as a person should know it. */
export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly summary: LintSummary | undefined }
  | { readonly kind: 'restarted'; readonly reason: string; readonly summary: LintSummary | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

/** The language status item: shows crashes and restarts without a notification. */
export interface Status {
  readonly show: (state: ServerState) => void;
}
