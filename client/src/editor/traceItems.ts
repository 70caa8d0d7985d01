import * as vscode from 'vscode';
import { lintedNotification, traceItemsRequest, type TraceProjectView } from '../../../server/src/protocol.js';
import type { ServerLink } from './serverLink.js';

/** The items of all projects, asked for when they are wanted and kept until the server has checked again. */
export interface TraceItems {
  /** Undefined if the server does not answer. */
  readonly get: () => Promise<readonly TraceProjectView[] | undefined>;
  /** Fires when the items may differ. */
  readonly onStale: vscode.Event<void>;
}

/** While somebody types, the server judges several times a second; views of thousands of items need not follow each time. */
const pauseMs = 500;

export function createTraceItems(context: vscode.ExtensionContext, link: ServerLink): TraceItems {
  const stale = new vscode.EventEmitter<void>();
  let asked: Promise<readonly TraceProjectView[] | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    asked = undefined;
    timer ??= setTimeout(() => {
      timer = undefined;
      stale.fire();
    }, pauseMs);
  };
  context.subscriptions.push(
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
    stale,
    link.onReady(forget),
    link.onNotification(lintedNotification, forget),
  );
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
