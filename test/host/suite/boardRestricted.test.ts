import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionApi, fileIn, until } from '../support.js';

suite('the board tree in Restricted Mode', () => {
  test('shows the board without check boxes, and changes nothing', async () => {
    const { board: tree } = await extensionApi();
    const file = fileIn(0, 'docs/product/sprint_board.md');
    const before = await vscode.workspace.fs.readFile(file);
    const sections = await until('the board', async () => {
      const rows = await tree.rows();
      return rows.length > 0 ? rows : undefined;
    });
    const entries = (await Promise.all(sections.map((section) => tree.rows(section)))).flat();
    const tasks = (await Promise.all(entries.map((entry) => tree.rows(entry)))).flat();
    assert.equal(tasks.length, 3);
    for (const task of tasks) {
      assert.equal(tree.item(task).checkboxState, undefined);
      await tree.check(task, true);
    }
    const [first] = entries;
    const done = sections.at(-1);
    assert.ok(first && done);
    const transfer = new vscode.DataTransfer();
    const token = new vscode.CancellationTokenSource().token;
    await tree.drag.handleDrag?.([first], transfer, token);
    await tree.drag.handleDrop?.(done, transfer, token);
    assert.deepEqual(await vscode.workspace.fs.readFile(file), before);
    // The editor may be writing files of its own, its settings say.
    const ours = vscode.workspace.textDocuments.filter(({ uri }) => uri.path.startsWith(fileIn(0, '').path));
    assert.deepEqual(
      ours.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path),
      [],
    );
  });
});
