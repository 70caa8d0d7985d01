import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fileIn, finding, noFinding, quickFixes, show } from '../support.js';

suite('a folder with blanks, signs and letters beyond ASCII in its name', () => {
  test('open and closed files are checked', async () => {
    assert.match(vscode.workspace.workspaceFolders?.[0]?.name ?? '', / .*店/);
    const { document } = await show(fileIn(0, 'docs/specs/STORY-001.md'));
    assert.equal(document.getText((await finding(document.uri, 'W006')).range), 'Doing');
    await finding(fileIn(0, 'docs/specs/STORY-002.md'), 'W006');
  });

  test('a quick fix reaches the file', async () => {
    const { document } = await show(fileIn(0, 'docs/product/sprint_board.md'));
    const { range } = await finding(document.uri, 'PW305');
    const [fix] = await quickFixes(document.uri, range);
    assert.ok(fix?.edit, 'there is no quick fix');
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    await noFinding(document.uri, 'PW305');
  });
});
