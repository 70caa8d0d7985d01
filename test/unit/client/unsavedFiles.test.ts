import { afterEach, describe, expect, it } from 'vitest';
import type { CancellationToken, FileWillRenameEvent, TextDocument, WorkspaceEdit } from 'vscode';
import { unsavedFilesMiddleware } from '../../../client/src/languageServer/unsavedFiles.js';
import * as vscode from './vscode.js';

const edit = { entries: () => [['file:///p/cart.test.ts', []]] } as unknown as WorkspaceEdit;

/** An editor in which the file of the edit is open. */
function open({ isDirty, served = false }: { isDirty: boolean; served?: boolean }): void {
  Object.assign(vscode.workspace, {
    textDocuments: [{ isDirty, uri: 'file:///p/cart.test.ts' }],
    asRelativePath: () => 'cart.test.ts',
  });
  Object.assign(vscode.languages, { match: () => (served ? 10 : 0) });
}

const begun: string[] = [];
const middleware = unsavedFilesMiddleware({
  begin: (uri) => {
    begun.push(String(uri));
    return Promise.resolve();
  },
});

const rename = async (): Promise<unknown> =>
  middleware.provideRenameEdits?.(
    {} as TextDocument,
    undefined as never,
    'STORY-002',
    { isCancellationRequested: false } as CancellationToken,
    () => Promise.resolve(edit),
  );

const renameFile = async (): Promise<unknown> =>
  middleware.workspace?.willRenameFiles?.({} as FileWillRenameEvent, () => Promise.resolve(edit));

afterEach(() => {
  open({ isDirty: false });
  begun.length = 0;
});

describe('a rename that changes source code', () => {
  it('is refused where the source file has unsaved changes', async () => {
    const said: string[] = [];
    Object.assign(vscode.window, { showErrorMessage: (message: string) => said.push(message) });
    open({ isDirty: true });
    expect(await rename()).not.toBe(edit);
    expect(said).toEqual([expect.stringMatching(/unsaved/)]);
  });

  it('of a file leaves alone what refers to it there, and says so', async () => {
    const said: string[] = [];
    Object.assign(vscode.window, { showWarningMessage: (message: string) => said.push(message) });
    open({ isDirty: true });
    expect(await renameFile()).toBeNull();
    expect(said).toHaveLength(1);
  });

  it.each([{ isDirty: false }, { isDirty: true, served: true }])(
    'is made where the server knows the text: %j',
    async (how) => {
      open(how);
      expect([await rename(), await renameFile()]).toEqual([edit, edit]);
      expect(begun).toEqual(['file:///p/cart.test.ts', 'file:///p/cart.test.ts']);
    },
  );
});
