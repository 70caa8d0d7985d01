import { expect, it, vi } from 'vitest';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { registerMergeDriver } from '../../../client/src/mergeDriver.js';
import * as vscode from './vscode.js';

const started = vi.hoisted((): string[][] => []);
vi.mock('vscode', () => import('./vscode.js'));
vi.mock('../../../client/src/commandLine.js', () => ({
  runCommandLine: ({ args }: { args: string[] }) => {
    started.push(args.slice(0, 2));
    return Promise.resolve({ code: 0, errors: '' });
  },
}));

it.each([
  [false, []],
  [true, [['merge-driver', '--install']]],
])('the merge driver is installed where the workspace is trusted: %s', async (isTrusted, expected) => {
  started.length = 0;
  const registered = new Map<string, () => Promise<void>>();
  Object.assign(vscode.commands, {
    registerCommand: (name: string, run: () => Promise<void>) => registered.set(name, run),
  });
  Object.assign(vscode.workspace, { isTrusted, onDidGrantWorkspaceTrust: () => undefined });
  Object.assign(vscode.window, { showWarningMessage: () => undefined, showInformationMessage: () => undefined });
  Object.assign(vscode.Uri, { parse: (value: string) => ({ fsPath: value }) });
  const context = {
    asAbsolutePath: (file: string) => `/extension/${file}`,
    workspaceState: { get: () => ({}), update: () => Promise.resolve() },
    subscriptions: [],
  } as unknown as ExtensionContext; // as much as it uses
  const log = { info: () => undefined } as unknown as LogOutputChannel; // as much as it uses
  const boards = { get: () => Promise.resolve([{ root: '/project' }] as never) };
  registerMergeDriver(context, boards, log);
  await registered.get('pactwright.mergeDriver.install')?.();
  expect(started).toEqual(expected);
});
