import { expect, it, vi } from 'vitest';
import { applyOperationEdit } from '../../../client/src/languageServer/operationEdits.js';
import * as vscode from './vscode.js';

vi.mock('vscode', async () => ({
  ...(await import('./vscode.js')),
  TextEdit: class {
    readonly newText = '';
  },
  WorkspaceEdit: class {
    readonly set = (): void => undefined;
  },
}));

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const change = (uri: string) => ({ kind: 'edit', uri, text: 'planned on', edits: [{ range, newText: '' }] }) as const;

it.each([
  ['applies nothing where somebody types into the first file while the second is opened', 'typed', 'changed', 0],
  ['applies all where nobody does', 'planned on', 'applied', 1],
])('%s', async (_, typed, kind, edits) => {
  let first = 'planned on';
  let applied = 0;
  const documents: Readonly<Record<string, object>> = {
    'file:///a': { getText: () => first, isDirty: true },
    'file:///b': { getText: () => 'planned on', isDirty: true },
  };
  Object.assign(vscode.workspace, {
    openTextDocument: (uri: string) => {
      if (uri === 'file:///b') first = typed;
      return Promise.resolve(documents[uri]);
    },
    applyEdit: () => Promise.resolve(++applied > 0),
  });
  const answer = await applyOperationEdit(
    { changes: [change('file:///a'), change('file:///b')] },
    { save: () => Promise.resolve(true), isOnDisk: () => Promise.resolve(false) },
  );
  expect(answer).toEqual(kind === 'changed' ? { kind, uris: ['file:///a'] } : { kind });
  expect(applied).toBe(edits);
});

it('saves a file that is marked as unsaved but holds what is on disk, as a save that failed leaves it', async () => {
  const saved: unknown[] = [];
  const document = { uri: 'file:///a', getText: () => 'planned on', isDirty: true };
  Object.assign(vscode.workspace, {
    openTextDocument: () => Promise.resolve(document),
    applyEdit: () => Promise.resolve(true),
    fs: { stat: () => Promise.resolve({}) },
  });
  const answer = await applyOperationEdit(
    { changes: [change('file:///a')] },
    { save: (one) => Promise.resolve(saved.push(one) > 0), isOnDisk: () => Promise.resolve(true) },
  );
  expect(answer).toEqual({ kind: 'applied' });
  expect(saved).toEqual([document]);
});
