import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  CodeAction,
  DocumentHighlight,
  DocumentLink,
  Location,
  LocationLink,
  Position,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const spec = 'docs/specs/STORY-001.md';
const testCase = 'docs/test_cases/STORY-001_case.md';
const board = 'docs/product/sprint_board.md';
const test = 'tests/cart.test.ts';
const files = {
  [spec]:
    '# STORY-001: Cart\n\n|Field|Value|\n|-|-|\n|ID|STORY-001|\n\n## Requirements\n\n### R1: Keep it (MUST)\n\nKeep it.\n\n### R3: Sort it (MUST)\n\nSort it.\n\n## Acceptance Criteria\n\n### AC1: Kept (R1)\n',
  [testCase]:
    '# Test Cases: STORY-001\n\n> Spec: docs/specs/STORY-001.md\n\n## TC-1: Reload (AC1)\n\n- **Given** a\n- **When** b\n- **Then** c\n',
  [board]:
    '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Model\n\n### [STORY-002] List\n\n- [ ] Model\n\n## 🔄 In Progress\n\n## ✅ Done\n',
  [test]: "it('STORY-001/AC1 keeps the cart', () => {});\n",
} as const;
type File = keyof typeof files;

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

async function start(): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(files);
  return workspace;
}

/** The place of `what` in a file, `ahead` characters into it. */
function at(file: File, what: string, ahead = 1): Position {
  const offset = files[file].indexOf(what);
  expect(offset).toBeGreaterThanOrEqual(0);
  return TextDocument.create('', '', 0, files[file]).positionAt(offset + ahead);
}

const ask = <T>(method: string, file: File, more: object): Promise<T> =>
  workspace?.connection.sendRequest<T>(method, {
    textDocument: { uri: workspace.uri(file) },
    ...more,
  }) ?? Promise.reject(new Error('no workspace'));

/** `path line` of places, the workspace folder taken off. */
const places = (found: readonly Location[]): string[] =>
  found.map(({ uri, range }) => `${decodeURI(uri).split('/').slice(-2).join('/')} ${range.start.line}`);

/** The files after an edit, as an editor applies it; open documents must be named with their version. */
function applied(
  edit: WorkspaceEdit | null | undefined,
  open: Readonly<Record<string, number>> = {},
): Map<string, string> {
  const uriOf = (file: string): string => workspace?.uri(file) ?? '';
  const texts = new Map(Object.entries(files).map(([file, text]) => [uriOf(file), text as string]));
  const versions = new Map(Object.entries(open).map(([file, version]) => [uriOf(file), version]));
  for (const change of edit?.documentChanges ?? [])
    if (!('kind' in change)) {
      const { uri, version } = change.textDocument;
      const text = texts.get(uri);
      if (text === undefined) throw new Error(`no ${uri}`);
      expect(version).toBe(versions.get(uri) ?? null);
      const edits = (change satisfies TextDocumentEdit).edits as { range: Location['range']; newText: string }[]; // neither snippets nor annotations
      texts.set(uri, TextDocument.applyEdits(TextDocument.create(uri, '', 0, text), edits));
    } else if (change.kind === 'create') texts.set(change.uri, '');
    else if (change.kind === 'rename') {
      texts.set(change.newUri, texts.get(change.oldUri) ?? '');
      texts.delete(change.oldUri);
    }
  const folder = uriOf('');
  return new Map(Array.from(texts, ([uri, text]) => [decodeURI(uri.slice(folder.length)).replace(/^\//, ''), text]));
}

describe('ids', () => {
  it('lead to their definition', async () => {
    await start();
    const [link, ...others] = await ask<LocationLink[]>('textDocument/definition', board, {
      position: at(board, 'STORY-001'),
    });
    expect(others).toEqual([]);
    expect(link?.targetUri).toBe(workspace?.uri(spec));
    expect(link?.originSelectionRange).toEqual({ start: at(board, 'STORY-001', 0), end: at(board, 'STORY-001', 9) });
  });

  it('are found everywhere, tests included', async () => {
    await start();
    const found = await ask<Location[]>('textDocument/references', testCase, {
      position: at(testCase, 'AC1'),
      context: { includeDeclaration: true },
    });
    expect(places(found)).toEqual(['specs/STORY-001.md 18', 'test_cases/STORY-001_case.md 4', 'tests/cart.test.ts 0']);
  });

  it('are highlighted in their document', async () => {
    await start();
    const found = await ask<DocumentHighlight[]>('textDocument/documentHighlight', spec, { position: at(spec, 'R1') });
    expect(found.map(({ range, kind }) => [range.start.line, kind])).toEqual([
      [8, 3],
      [18, 2],
    ]);
  });

  it('are links', async () => {
    await start();
    const links = await ask<DocumentLink[]>('textDocument/documentLink', board, {});
    expect(links.map(({ range, target }) => `${range.start.line} ${target === workspace?.uri(spec)}`)).toEqual([
      '4 true',
      '5 true',
    ]);
  });
});

describe('a rename', () => {
  it.skipIf(process.platform === 'win32')(
    'is refused where a file is a link that leads out of the project',
    async () => {
      const { [testCase]: text, ...others } = files;
      const outside = temporaryFolder({ 'case.md': text });
      workspace = await startLspWorkspace(others, {
        prepare: (folder) => {
          mkdirSync(path.join(folder, path.dirname(testCase)));
          symlinkSync(path.join(outside, 'case.md'), path.join(folder, testCase));
        },
      });
      await workspace.settled();
      const renamed = ask('textDocument/rename', spec, { position: at(spec, 'STORY-001'), newName: 'STORY-009' });
      await expect(renamed).rejects.toThrow(/^docs\/test_cases\/STORY-001_case\.md leads out of .*\.$/u);
    },
  );

  it('is one edit of files and mentions, open documents with their version', async () => {
    const { open } = await start();
    await open(board, files[board], 7);
    const position = at(board, 'STORY-001');
    expect(await ask('textDocument/prepareRename', board, { position })).toMatchObject({ placeholder: 'STORY-001' });
    const edit = await ask<WorkspaceEdit>('textDocument/rename', board, { position, newName: 'BUG-12' });
    expect(Object.fromEntries(applied(edit, { [board]: 7 }))).toEqual(
      Object.fromEntries(
        Object.entries(files).map(([file, text]) => [
          file.replace('STORY-001', 'BUG-12'),
          text.replaceAll('STORY-001', 'BUG-12'),
        ]),
      ),
    );
  });

  it('that is refused says why', async () => {
    await start();
    const position = at(board, 'STORY-001');
    await expect(ask('textDocument/rename', board, { position, newName: 'STORY-002' })).rejects.toThrow(
      /STORY-002 is taken/,
    );
    expect(await ask('textDocument/prepareRename', board, { position: at(board, 'Model') })).toBeNull();
  });

  it('of a file in the editor takes along what refers to it', async () => {
    const { connection, uri } = await start();
    const edit = await connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
      files: [{ oldUri: uri(spec), newUri: uri('docs/specs/STORY-009.md') }],
    });
    const after = applied(edit);
    expect(after.get(board)).toContain('### [STORY-009] Cart\n> Spec: docs/specs/STORY-009.md');
    expect(after.get(spec)).toContain('# STORY-009: Cart');
    expect([...after.keys()]).toContain('docs/test_cases/STORY-009_case.md');
    expect(
      await connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
        files: [{ oldUri: uri('docs/a.md'), newUri: uri('docs/b.md') }],
      }),
    ).toEqual({ documentChanges: [] });
  });
});

describe('code actions', () => {
  const actions = (file: File, position: Position, only?: readonly string[], end = position): Promise<CodeAction[]> =>
    ask('textDocument/codeAction', file, {
      range: { start: position, end },
      context: { diagnostics: [], ...(only ? { only } : {}) },
    });

  it('hold the other fixes of a finding, with the files they create', async () => {
    await start();
    const found = await actions(board, at(board, 'STORY-002'), ['quickfix']);
    const created = found.find(({ edit }) => edit?.documentChanges?.some((change) => 'kind' in change));
    expect(created?.isPreferred).toBe(false);
    expect(applied(created?.edit).get('docs/specs/STORY-002.md')).toMatch(/^# STORY-002: List\n/);
  });

  it('create what the item under the cursor lacks', async () => {
    await start();
    const [action, ...others] = await actions(board, at(board, 'STORY-002'), ['refactor.create']);
    expect(others).toEqual([]);
    expect(action).toMatchObject({ title: 'Create the spec of STORY-002', kind: 'refactor.create' });
    expect(applied(action?.edit).get('docs/specs/STORY-002.md')).toMatch(/^# STORY-002: List\n/);
  });

  it('extract, renumber and align', async () => {
    await start();
    const selected = await actions(spec, at(spec, 'Sort it.', 0), ['refactor'], at(spec, 'Sort it.', 8));
    expect(selected.map(({ title }) => title)).toEqual([
      'Extract requirement R4',
      'Renumber the requirements (R3 becomes R2)',
    ]);
    const [aligned] = await actions(spec, at(spec, '|ID|'), ['refactor.rewrite.align']);
    expect(applied(aligned?.edit).get(spec)).toContain('| ID    | STORY-001 |\n');
  });

  it('align on save, beside the fixes that are safe', async () => {
    const { open } = await start();
    await open(board, files[board].replace('- [ ] Model', '-  [X] Model'), 2);
    const [action] = await actions(board, { line: 0, character: 0 }, ['source.fixAll']);
    expect(action?.kind).toBe('source.fixAll.pactwright');
    const [change] = action?.edit?.documentChanges ?? [];
    expect(change).toMatchObject({ textDocument: { version: 2 } });
    const { edits } = change as TextDocumentEdit; // the only kind of change that has a text document
    expect(edits.map(({ range: { start, end }, ...edit }) => [start.character, end.character, edit])).toEqual([
      [1, 3, { newText: ' ' }],
      [4, 5, { newText: 'x' }],
    ]);
  });
});
