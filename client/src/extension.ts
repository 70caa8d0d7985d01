import type * as vscode from 'vscode';
import { createBoardTree } from './boardTree.js';
import { registerCommands } from './commands.js';
import { createLogger } from './log.js';
import { registerRuleDocuments } from './ruleDocuments.js';
import { createServerLink } from './serverLink.js';
import { createStatus } from './status.js';
import { registerTasks } from './tasks.js';
import { registerAdoption } from './adoption.js';

/** What tests and other extensions may use of this one. */
export interface PactwrightApi {
  /** The server's process, undefined while there is none. */
  readonly serverPid: () => number | undefined;
  /** Milliseconds `activate` took of its own. */
  readonly activationMs: number;
}

/**
 * Wiring only. The tree and the commands are registered before the language client is loaded, so that the view is there at
 * once and a server that fails to start can be restarted.
 */
export function activate(context: vscode.ExtensionContext): PactwrightApi {
  const began = performance.now();
  const log = createLogger(context);
  const status = createStatus(context);
  const link = createServerLink(context, log, status);
  createBoardTree(context, link);
  registerCommands(context, link, log);
  registerRuleDocuments(context, link);
  registerTasks(context);
  registerAdoption(context, link);
  void link.start();
  return { serverPid: link.pid, activationMs: performance.now() - began };
}

/** VS Code disposes of what `activate` subscribed; the server ends with its client. */
export function deactivate(): void {
  // Nothing is held outside the context's subscriptions.
}
