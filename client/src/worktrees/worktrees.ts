import type * as vscode from 'vscode';
import type { TraceItems } from '../trace/traceItems.js';
import { registerWorktreeCommands } from './worktreeCommands.js';
import { createWorktreeProcess } from './worktreeProcess.js';
import { createWorktreeTree } from './worktreeTree.js';

/** Worktrees in the editor: the view and the commands. @param program the command line's own: absolute. */
export function createWorktrees(context: vscode.ExtensionContext, items: TraceItems, program: string): void {
  const ask = createWorktreeProcess(program);
  registerWorktreeCommands(context, { items, tree: createWorktreeTree(context, items, ask), ask });
}
