import { expect, it, vi } from 'vitest';
import type { CancellationToken, ExtensionContext, TextDocument, WebviewPanel } from 'vscode';
import { createKanbanEditor, type KanbanDoors } from '../../../client/src/kanban/kanbanEditor.js';
import { boardOf, entryOf } from './boardViews.js';
import * as vscode from './vscode.js';

Object.assign(vscode.env, { language: 'en' });
Object.assign(vscode.workspace, { isTrusted: true });

/** A page that can be closed: as the editor's own, it then has no web view any more. */
function openPage(doors: KanbanDoors, uri: string): { readonly say: (message: unknown) => void; close: () => void } {
  const messages = new vscode.EventEmitter<unknown>();
  const closed = new vscode.EventEmitter<undefined>();
  let isClosed = false;
  const webview = {
    asWebviewUri: (file: string) => file,
    onDidReceiveMessage: messages.event,
    postMessage: () => Promise.resolve(!isClosed),
  };
  const panel = {
    get webview() {
      if (isClosed) throw new Error('Webview is disposed');
      return webview;
    },
    onDidDispose: closed.event,
  };
  const editor = createKanbanEditor({ extensionUri: '/extension' } as unknown as ExtensionContext, doors);
  void editor.resolveCustomTextEditor(
    { uri } as unknown as TextDocument, // as much as it uses
    panel as unknown as WebviewPanel, // likewise
    undefined as unknown as CancellationToken, // not used
  );
  return {
    say: (message) => {
      messages.fire(message);
    },
    close: () => {
      isClosed = true;
      closed.fire(undefined);
    },
  };
}

it('a page that is closed at once loses none of the changes that were made on it', async () => {
  let rank = 0;
  const board = (): ReturnType<typeof boardOf> =>
    boardOf({ Backlog: [entryOf('STORY-001', { rank: rank++ }), entryOf('STORY-002')] });
  let latest = board();
  const done: unknown[] = [];
  const { say, close } = openPage(
    {
      boards: {
        get: () => Promise.resolve([latest]),
        latest: () => [latest],
        refresh: () => {
          latest = board();
          return Promise.resolve();
        },
        onChange: new vscode.EventEmitter<never>().event,
      },
      operations: {
        run: async (_root, _name, { item }) => {
          await Promise.resolve();
          done.push(item);
          return { kind: 'done', message: '', data: {} };
        },
      },
      link: { request: () => Promise.resolve(undefined) },
      agents: { of: () => new Map(), onChange: new vscode.EventEmitter<never>().event },
    },
    latest.uri,
  );
  say({ type: 'ready' });
  await new Promise((resolve) => setTimeout(resolve));
  for (const [request, card] of ['STORY-001', 'STORY-002'].entries())
    say({ type: 'change', request, change: { type: 'rename', card, title: 'Another' } });
  close();
  await vi.waitFor(() => {
    expect(done).toEqual(['STORY-001', 'STORY-002']);
  });
});
