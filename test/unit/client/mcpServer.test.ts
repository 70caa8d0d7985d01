import { expect, it } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { registerMcpServer } from '../../../client/src/tools/mcpServer.js';
import * as vscode from './vscode.js';

interface Server {
  readonly label: string;
  readonly args: readonly string[];
}

/** What is offered with these settings. */
function offered(isTrusted: boolean, isOn: boolean | undefined, ...folders: readonly string[]): readonly Server[] {
  let provide: () => readonly Server[] = () => [];
  const nothing = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  Object.assign(vscode.workspace, {
    isTrusted,
    onDidChangeConfiguration: nothing,
    onDidChangeWorkspaceFolders: nothing,
    workspaceFolders: folders.map((name) => ({ name, uri: { fsPath: `/home/me/${name}` } })),
    getConfiguration: () => ({ get: (_name: string, usual: boolean) => isOn ?? usual }),
  });
  Object.assign(vscode.lm, {
    registerMcpServerDefinitionProvider: (
      _id: string,
      provider: { readonly provideMcpServerDefinitions: () => readonly Server[] },
    ) => {
      provide = () => provider.provideMcpServerDefinitions();
      return nothing();
    },
  });
  const context = { subscriptions: [], extension: { packageJSON: { version: '1.2.3' } } };
  registerMcpServer(context as unknown as ExtensionContext, '/extension/dist/cli.js'); // as much as it uses
  return provide();
}

it('offers no server unless a person switches it on, and none in Restricted Mode', () => {
  expect(offered(true, undefined, 'shop')).toEqual([]);
  expect(offered(false, true, 'shop')).toEqual([]);
});

it('offers one for each folder', () => {
  const [only] = offered(true, true, 'shop');
  expect(only).toMatchObject({
    label: 'Pactwright',
    args: ['/extension/dist/cli.js', 'mcp', '--root', '/home/me/shop'],
  });
  expect(offered(true, true, 'shop', 'bank').map(({ label }) => label)).toEqual([
    'Pactwright (shop)',
    'Pactwright (bank)',
  ]);
});
