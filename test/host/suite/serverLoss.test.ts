import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ended, extensionApi, fileIn, finding, noFinding, show, until } from '../support.js';

suite('loss of the server', () => {
  const cart = (): vscode.Uri => fileIn(0, 'docs/specs/STORY-001.md');

  for (const { what, signal } of [
    { what: 'a killed server comes back', signal: 'SIGKILL' },
    { what: 'a server that hangs is noticed and replaced', signal: 'SIGSTOP' },
  ] as const)
    test(what, async () => {
      const { serverPid } = await extensionApi();
      const { document } = await show(cart());
      const { range } = await finding(cart(), 'W006');
      const before = await until('a server', serverPid);
      process.kill(before, signal);
      await until('another server', () => (serverPid() === before ? undefined : serverPid()));
      await ended(before);

      // Only a server that lives and knows the open document can take the finding away and bring it back.
      const mended = new vscode.WorkspaceEdit();
      mended.replace(document.uri, range, 'Draft');
      assert.ok(await vscode.workspace.applyEdit(mended));
      await noFinding(cart(), 'W006');
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await finding(cart(), 'W006');
    });
});
