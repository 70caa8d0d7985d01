import os from 'node:os';
import type * as vscode from 'vscode';
import { registerTerminalPath } from './terminalPath.js';
import { registerUserPath } from './userPath.js';

/** Where `pactwright` can be called: in the editor's terminals, and where a person asks for it, in all others. */
export function registerPaths(
  context: vscode.ExtensionContext,
  program: string,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): void {
  registerTerminalPath(context, program, log);
  registerUserPath(context, program, { home: os.homedir(), env: process.env, platform: process.platform });
}
