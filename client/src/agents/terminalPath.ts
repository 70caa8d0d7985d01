import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { shellWords } from './shellWords.js';

/**
 * Puts `pactwright` in the PATH of the terminals of a trusted workspace, so that people and agents call the very version that the
 * editor runs. What calls it is in the extension's own storage, where no workspace reaches.
 *
 * @param program the command line's own: absolute.
 */
export function registerTerminalPath(
  context: vscode.ExtensionContext,
  program: string,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): void {
  const variables = context.environmentVariableCollection;
  variables.description = vscode.l10n.t('Adds the `pactwright` command');
  // Set again with each window: the program's place changes with every version.
  variables.persistent = false;
  const add = async (): Promise<void> => {
    try {
      const caller = await writeCaller(context, program);
      variables.prepend('PATH', `${path.dirname(caller)}${path.delimiter}`);
    } catch (error) {
      log.warn(`pactwright is not in the PATH of terminals: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  if (vscode.workspace.isTrusted) void add();
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void add()));
}

/**
 * Writes what calls the command line into the extension's own storage, where its place is the same for every version.
 *
 * @param program the command line's own: absolute.
 * @returns the file that is called: absolute.
 */
export async function writeCaller(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  program: string,
): Promise<string> {
  const folder = path.join(globalStorageUri.fsPath, 'bin');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') {
    const file = path.join(folder, 'pactwright.cmd');
    const quoted = [process.execPath, program].map((one) => `"${one.replaceAll('%', '%%')}"`).join(' ');
    await writeFile(file, `@echo off\r\nsetlocal\r\nset ELECTRON_RUN_AS_NODE=1\r\n${quoted} %*\r\n`);
    return file;
  }
  const file = path.join(folder, 'pactwright');
  const command = shellWords([process.execPath, program]);
  await writeFile(file, `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${command} "$@"\n`, { mode: 0o755 });
  // The mode counts for a new file alone.
  await chmod(file, 0o755);
  return file;
}
