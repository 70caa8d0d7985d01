import * as vscode from 'vscode';
import { lintedNotification, traceItemsRequest, type TraceProjectView } from '../../server/src/protocol.js';
import type { ServerLink } from './serverLink.js';

/** The items of all projects, asked for when they are wanted and kept until the server has judged anew. */
export interface TraceItems {
  /** Undefined where the server does not answer. */
  readonly get: () => Promise<readonly TraceProjectView[] | undefined>;
  /** Fires when the items may differ. */
  readonly onStale: vscode.Event<void>;
}

export function createTraceItems(context: vscode.ExtensionContext, link: ServerLink): TraceItems {
  const stale = new vscode.EventEmitter<void>();
  let asked: Promise<readonly TraceProjectView[] | undefined> | undefined;
  const forget = (): void => {
    asked = undefined;
    stale.fire();
  };
  context.subscriptions.push(stale, link.onReady(forget), link.onNotification(lintedNotification, forget));
  return {
    get: async () => {
      const asking = (asked ??= link.request(traceItemsRequest, undefined));
      const answer = await asking;
      // A server that is not there now may be the next time.
      if (answer === undefined && asked === asking) asked = undefined;
      return answer;
    },
    onStale: stale.event,
  };
}
