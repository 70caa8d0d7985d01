import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { childrenOf, extensionApi, fileIn, show, until } from '../support.js';

suite('the trace in Restricted Mode', () => {
  test('ids are explained without trust, and no git is run for them', async function () {
    assert.equal(vscode.workspace.isTrusted, false);
    const uri = fileIn(0, 'docs/notes.txt');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('see STORY-001\n'));
    const { document } = await show(uri);
    await until('a card', async () => {
      const at = new vscode.Position(0, 6);
      return (await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at))[0];
    });
    if (process.platform !== 'linux') this.skip();
    const server = await until('a server', (await extensionApi()).serverPid);
    assert.deepEqual(childrenOf(server), []);
  });

  test('a commit is not shown, as git would have to be run', async () => {
    const before = vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    void vscode.commands.executeCommand('pactwright.openCommit', fileIn(0, '').toString(), 'a'.repeat(40));
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(vscode.window.tabGroups.all.flatMap((group) => group.tabs).length, before);
  });
});
