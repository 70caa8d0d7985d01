import * as vscode from 'vscode';
import { type ProcessOutcome, runOperationProcess } from '../operations/operationProcess.js';

/** Runs `pactwright worktree …` in the project of a root. */
export type WorktreeProcess = (
  root: string,
  args: readonly string[],
  token: vscode.CancellationToken,
) => Promise<ProcessOutcome>;

/** @param program the command line's own: absolute. */
export function createWorktreeProcess(program: string): WorktreeProcess {
  return (root, args, token) =>
    runOperationProcess(program, vscode.Uri.parse(root).fsPath, ['worktree', ...args], token);
}
