import * as assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import * as vscode from 'vscode';
import type { BoardRow } from '../../../client/src/board/boardRows.js';
import { extensionApi, fileIn, show, until } from '../support.js';

const board = (): vscode.Uri => fileIn(0, 'docs/product/sprint_board.md');
const onDisk = async (): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(board()));

suite('the board tree', () => {
  let before: Uint8Array = new Uint8Array();

  suiteSetup(async () => {
    await extensionApi();
    before = await vscode.workspace.fs.readFile(board());
  });
  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.writeFile(board(), before);
    await until(
      'the board as it was',
      async () => ((await outline()).join() === start.join() ? true : undefined),
      outline,
    );
  });
  const start = ['Backlog: STORY-002(o)', 'In Progress: STORY-001(xo)', 'Done:'];

  test('a tick is one character of the file, saved where nothing was unsaved', async () => {
    const { tree, row } = await ask();
    await tree.check(await row('Read it back'), true);
    assert.equal(await onDisk(), new TextDecoder().decode(before).replace('- [ ] Read', '- [x] Read'));
    await until('the tick in the tree', async () => ((await outline())[1]?.includes('(xx)') ? true : undefined));
    await tree.check(await row('Read it back'), false);
    assert.equal(await onDisk(), new TextDecoder().decode(before));
  });

  test('a document with unsaved changes stays unsaved', async () => {
    const { tree, row } = await ask();
    const { document } = await show(board());
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(1, 0), 'Goal: carts.\n');
    assert.ok(await vscode.workspace.applyEdit(typed));
    assert.equal(document.isDirty, true);
    await tree.check(await row('Read it back'), true);
    assert.match(document.getText(), /Goal: carts\.[^]*- \[x\] Read it back/);
    assert.equal(document.isDirty, true);
    assert.equal(await onDisk(), new TextDecoder().decode(before));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  test('one undo takes it back, and the file is saved again', async () => {
    const { tree, row } = await ask();
    const { document } = await show(board());
    await tree.check(await row('Read it back'), true);
    assert.match(document.getText(), /- \[x\] Read it back/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), new TextDecoder().decode(before));
    await until('the file as it was', () => (document.isDirty ? undefined : true));
    assert.equal(await onDisk(), new TextDecoder().decode(before));
  });

  test('a read-only board stays as it is, on disk and in the editor', async () => {
    const { tree, row } = await ask();
    const settings = vscode.workspace.getConfiguration('files', board());
    const { document } = await show(board());
    await settings.update('readonlyInclude', { '**/sprint_board.md': true });
    await tree.check(await row('Read it back'), true);
    assert.equal(await onDisk(), new TextDecoder().decode(before));
    assert.equal(document.getText(), new TextDecoder().decode(before));
    assert.equal(document.isDirty, false);
    await settings.update('readonlyInclude', undefined);
    await tree.check(await row('Read it back'), true);
    assert.match(await onDisk(), /- \[x\] Read it back/);
  });

  test('a board whose file is read-only stays as it is, too', async () => {
    const { tree, row, drop } = await ask();
    const { document } = await show(board());
    chmodSync(board().fsPath, 0o444);
    try {
      await tree.check(await row('Read it back'), true);
      await drop([await row('STORY-002')], await row('In Progress'));
      assert.equal(await onDisk(), new TextDecoder().decode(before));
      assert.equal(document.getText(), new TextDecoder().decode(before));
      assert.equal(document.isDirty, false);
      assert.deepEqual(await outline(), start);
    } finally {
      chmodSync(board().fsPath, 0o644);
    }
    await tree.check(await row('Read it back'), true);
    assert.match(await onDisk(), /- \[x\] Read it back/);
  });

  test('entries are dragged to another section and within one', async () => {
    const { row, drop } = await ask();
    await drop([await row('STORY-002')], await row('In Progress'));
    await shows(1, 'In Progress: STORY-001(xo) STORY-002(o)');
    await drop([await row('STORY-002')], await row('STORY-001'));
    await shows(1, 'In Progress: STORY-002(o) STORY-001(xo)');
    // The gate would be asked, and a dialog waits for a person.
    const settings = vscode.workspace.getConfiguration('pactwright');
    await settings.update('board.checkDone', false, vscode.ConfigurationTarget.Global);
    await drop([await row('STORY-001'), await row('STORY-002')], await row('Done'));
    await settings.update('board.checkDone', undefined, vscode.ConfigurationTarget.Global);
    await shows(2, 'Done: STORY-002(o) STORY-001(xo)');
    assert.match(await onDisk(), /## ✅ Done\n\n### \[STORY-002\][^]*### \[STORY-001\]/);
  });

  test('what is shown of an entry follows its spec', async () => {
    const { tree, row } = await ask();
    const entry = await row('STORY-001');
    assert.equal(entry.kind === 'entry' && entry.entry.facts?.spec, 'docs/specs/STORY-001.md');
    await tree.choose({ ...tree.choice(), filters: ['findings'] });
    assert.ok((await outline()).join().includes('STORY-001'));
    await tree.choose({ ...tree.choice(), filters: [] });
  });

  test('an item is made with spec, test case and entry, and its spec is opened to be filled in', async () => {
    const { row } = await ask();
    const quickAdd = vscode.commands.executeCommand('pactwright.newItem', {
      type: 'story',
      title: 'Share the cart',
      task: ['A link'],
    });
    assert.equal(await quickAdd, 'STORY-003');
    const editor = await until('the spec', () => {
      const shown = vscode.window.activeTextEditor;
      return shown?.document.uri.path.endsWith('/STORY-003.md') ? shown : undefined;
    });
    assert.equal(editor.document.getText(editor.selection), '(Description of the problem or feature)');
    assert.equal(editor.document.isDirty, false);
    assert.equal((await row('A link')).kind, 'task');
    for (const file of ['docs/specs/STORY-003.md', 'docs/test_cases/STORY-003_case.md'])
      await vscode.workspace.fs.delete(fileIn(0, file));
  });
});

/** Waits until a section is shown so. */
async function shows(section: number, expected: string): Promise<void> {
  let seen: readonly string[] = [];
  await until(
    expected,
    async () => {
      seen = await outline();
      return seen[section] === expected ? true : undefined;
    },
    () => [seen, vscode.workspace.textDocuments.map((document) => document.getText())],
  );
}

/** Sections with their entries and tasks, as `Backlog: STORY-002(o)`. */
async function outline(): Promise<string[]> {
  const { board: tree } = await extensionApi();
  const told: string[] = [];
  for (const section of await tree.rows()) {
    const entries: string[] = [];
    for (const entry of await tree.rows(section)) {
      const tasks = (await tree.rows(entry)).map((row) => (row.kind === 'task' && row.task.checked ? 'x' : 'o'));
      entries.push(`${labelOf(tree.item(entry))}(${tasks.join('')})`);
    }
    told.push([`${labelOf(tree.item(section))}:`, ...entries].join(' '));
  }
  return told;
}

async function ask(): Promise<{
  readonly tree: Awaited<ReturnType<typeof extensionApi>>['board'];
  readonly row: (label: string) => Promise<BoardRow>;
  readonly drop: (dragged: readonly BoardRow[], on: BoardRow) => Promise<void>;
}> {
  const { board: tree } = await extensionApi();
  const find = async (label: string, rows: readonly BoardRow[]): Promise<BoardRow | undefined> => {
    for (const row of rows) {
      if (tree.item(row).label === label) return row;
      const below = await find(label, await tree.rows(row));
      if (below) return below;
    }
    return undefined;
  };
  const token = new vscode.CancellationTokenSource().token;
  return {
    tree,
    row: (label) => until(`the row ${label}`, async () => find(label, await tree.rows()), outline),
    drop: async (dragged, on) => {
      const transfer = new vscode.DataTransfer();
      await tree.drag.handleDrag?.(dragged, transfer, token);
      await tree.drag.handleDrop?.(on, transfer, token);
    },
  };
}

function labelOf({ label = '' }: vscode.TreeItem): string {
  return typeof label === 'string' ? label : label.label;
}
