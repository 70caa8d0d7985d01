import { expect, it, vi } from 'vitest';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { registerMergeDriver } from '../../../client/src/operations/mergeDriver.js';
import * as vscode from './vscode.js';

const started = vi.hoisted((): string[][] => []);
const state = vi.hoisted(() => ({ said: 'outdated' }));
vi.mock('vscode', () => import('./vscode.js'));
vi.mock('../../../client/src/editor/commandLine.js', () => ({
  runCommandLine: ({ args, onLine }: { args: string[]; onLine: (line: string) => void }) => {
    started.push(args.slice(0, 2));
    if (args[1] === '--status') onLine(`      "state": "${state.said}",`);
    return Promise.resolve({ code: 0, errors: '' });
  },
}));

/** @param kept what is remembered of earlier. */
function register(
  isTrusted: boolean,
  kept: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, () => Promise<void>> {
  started.length = 0;
  const registered = new Map<string, () => Promise<void>>();
  Object.assign(vscode.commands, {
    registerCommand: (name: string, run: () => Promise<void>) => registered.set(name, run),
  });
  Object.assign(vscode.workspace, { isTrusted, onDidGrantWorkspaceTrust: () => undefined });
  Object.assign(vscode.window, {
    showWarningMessage: () => Promise.resolve(),
    showInformationMessage: () => undefined,
  });
  Object.assign(vscode.Uri, { parse: (value: string) => ({ fsPath: value }) });
  const context = {
    asAbsolutePath: (file: string) => `/extension/${file}`,
    workspaceState: { get: () => kept, update: () => Promise.resolve() },
    subscriptions: [],
  } as unknown as ExtensionContext; // as much as it uses
  const log = { info: () => undefined } as unknown as LogOutputChannel; // as much as it uses
  const boards = { get: () => Promise.resolve([{ root: '/project' }] as never) };
  registerMergeDriver(context, boards, log);
  return registered;
}

it.each([
  [
    'outdated',
    [
      ['merge-driver', '--status'],
      ['merge-driver', '--install'],
    ],
  ],
  ['absent', [['merge-driver', '--status']]],
])('after an update of the extension a driver that is %s is followed by', async (said, expected) => {
  state.said = said;
  register(true, { '/project': '/extension-before/dist/cli.js' });
  await vi.waitFor(() => {
    expect(started).toEqual(expected);
  });
});

it.each([
  [false, []],
  [true, [['merge-driver', '--install']]],
])('the merge driver is installed where the workspace is trusted: %s', async (isTrusted, expected) => {
  const registered = register(isTrusted);
  await registered.get('pactwright.mergeDriver.install')?.();
  expect(started).toEqual(expected);
});
