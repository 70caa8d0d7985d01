import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeOf, fileIn, finding, findings, until } from '../support.js';

suite('several folders and several projects in one folder', () => {
  test('every folder and every project in it is checked', async () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 2);
    for (const uri of [fileIn(0, 'docs/specs/STORY-001.md'), fileIn(1, 'api/docs/specs/STORY-001.md')])
      assert.equal((await finding(uri, 'W006')).source, 'pactwright');
  });

  test('a project follows its own configuration, not its neighbour’s', async () => {
    await finding(fileIn(1, 'api/docs/specs/STORY-001.md'), 'W006');
    const summary: unknown = await vscode.commands.executeCommand('pactwright.lintWorkspace');
    assert.ok(typeof summary === 'object' && summary !== null && 'projects' in summary);
    assert.equal(summary.projects, 3);
    assert.ok(!findings(fileIn(1, 'web/docs/specs/STORY-001.md')).some((found) => codeOf(found) === 'W006'));
  });

  test('a folder that is taken out of the workspace takes its findings along', async () => {
    const uri = fileIn(1, 'api/docs/specs/STORY-001.md');
    await finding(uri, 'W006');
    assert.ok(vscode.workspace.updateWorkspaceFolders(1, 1));
    await until('no finding in a folder that is gone', () => (findings(uri).length === 0 ? true : undefined));
    await finding(fileIn(0, 'docs/specs/STORY-001.md'), 'W006');
  });
});
