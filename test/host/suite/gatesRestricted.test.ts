import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeGatedHistory } from '../gatedHistory.js';
import { childrenOf, extensionApi, fileIn, show, until } from '../support.js';

suite('gates in Restricted Mode', () => {
  test('no gate is asked without trust, and no process is started', async function () {
    assert.equal(vscode.workspace.isTrusted, false);
    makeGatedHistory(fileIn(0, '').fsPath);
    const { gates } = await extensionApi();
    const subject = { root: fileIn(0, '').toString().replace(/\/$/, ''), item: 'STORY-002', gate: 'done' } as const;
    for (const how of ['recorded', 'reuse', 'fresh'] as const) assert.equal(await gates.ask(subject, how), undefined);
    assert.equal(gates.answer(subject), undefined);
    assert.deepEqual(await gates.rows(), []);
    if (process.platform !== 'linux') this.skip();
    assert.deepEqual(
      childrenOf(process.pid).filter((line) => line.includes('dist/cli')),
      [],
    );
  });

  test('a spec has no lens that asks', async () => {
    const { document } = await show(fileIn(0, 'docs/specs/STORY-002.md'));
    const lenses = await until('the other lenses', async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        100,
      );
      return all.length > 0 ? all : undefined;
    });
    const titles = lenses.map(({ command }) => command?.title ?? '');
    assert.deepEqual(
      titles.filter((title) => /Done is|whether it is done/.test(title)),
      [],
    );
  });
});
