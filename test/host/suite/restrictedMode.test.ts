import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { childrenOf, extensionApi, fileIn, finding, show, until } from '../support.js';

suite('Restricted Mode', () => {
  test('documents are checked without trust', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const uri = fileIn(0, 'docs/specs/STORY-001.md');
    const { document } = await show(uri);
    assert.equal(document.getText((await finding(uri, 'W006')).range), 'Doing');
  });

  test('no test is run without trust', async () => {
    const { tests } = await extensionApi();
    await until('the items in the Test Explorer', () => (tests.controller.items.size > 0 ? true : undefined));
    const token = new vscode.CancellationTokenSource().token;
    assert.equal((await tests.run(new vscode.TestRunRequest(), token)).size, 0);
  });

  test('agent mode can call no tool without trust', async () => {
    await extensionApi();
    const input = { item: 'STORY-001', task: 'Read it back' };
    await assert.rejects(
      async () => vscode.lm.invokeTool('pactwright_board_tick', { input, toolInvocationToken: undefined }),
      /implementation/u,
    );
  });

  test('the server is all that the extension starts, and it starts nothing', async function () {
    if (process.platform !== 'linux') this.skip();
    await finding(fileIn(0, 'docs/specs/STORY-001.md'), 'W006');
    const server = await until('a server', (await extensionApi()).serverPid);
    const ours = childrenOf(process.pid).filter((line) => /dist\/(server|cli)\.js/.test(line));
    assert.equal(ours.length, 1, ours.join('\n'));
    assert.deepEqual(childrenOf(server), []);
  });
});
