import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionApi, fileIn, show, until } from '../support.js';

const text = (hover: vscode.Hover): string =>
  hover.contents.map((part) => (part instanceof vscode.MarkdownString ? part.value : '')).join('\n');

suite('ids and the trace', () => {
  const source = (): vscode.Uri => fileIn(0, 'src/cart.txt');
  const root = (): string => fileIn(0, '').toString();

  suiteSetup(async () => {
    await extensionApi();
    const lines = ['no id in this line', '// see STORY-001/AC1, STORY-002 and STORY-999', ''];
    await vscode.workspace.fs.writeFile(source(), new TextEncoder().encode(lines.join('\n')));
  });
  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(source());
  });

  test('an id in any other file is explained', async () => {
    const { document } = await show(source());
    const at = (word: string): vscode.Position => new vscode.Position(1, document.lineAt(1).text.indexOf(word) + 1);
    const hovers = (position: vscode.Position): Thenable<vscode.Hover[]> =>
      vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
    const card = await until('a card', async () => (await hovers(at('STORY-001')))[0]);
    assert.match(text(card), /Keep the cart/);
    const criterion = (await hovers(at('AC1')))[0];
    assert.match(criterion ? text(criterion) : '', /still there/);
    assert.deepEqual(await hovers(at('STORY-999')), []);
    assert.deepEqual(await hovers(new vscode.Position(0, 3)), []);
  });

  test('an id in any other file leads to its spec', async () => {
    const { document } = await show(source());
    const at = new vscode.Position(1, document.lineAt(1).text.indexOf('STORY-002') + 1);
    const [place] = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      at,
    );
    assert.ok(place);
    assert.equal('uri' in place ? place.uri.path : place.targetUri.path, fileIn(0, 'docs/specs/STORY-002.md').path);
  });

  test('links are there for the ids that are known, and lead where they say', async () => {
    const { document } = await show(source());
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
      10,
    );
    assert.deepEqual(
      links.map(({ range }) => document.getText(range)),
      ['STORY-001', 'STORY-002'],
    );
    assert.equal(links[0]?.target?.path, fileIn(0, 'docs/specs/STORY-001.md').path);
  });

  test('an item is shown in the trace view', async () => {
    await vscode.commands.executeCommand('pactwright.openTrace', 'STORY-001', root().replace(/\/$/, ''));
  });

  test('what changes with an item can be read', async () => {
    const query = new URLSearchParams({ root: root().replace(/\/$/, ''), item: 'STORY-001' }).toString();
    const uri = vscode.Uri.from({ scheme: 'pactwright-trace', path: '/STORY-001-impact.md', query });
    const page = await vscode.workspace.openTextDocument(uri);
    assert.match(page.getText(), /What changes with STORY/);
    assert.match(page.getText(), /AC1/);
  });

  test('the matrix opens in a tab, and once', async () => {
    const tabs = (): vscode.Tab[] =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('pactwright.matrix'));
    await vscode.commands.executeCommand('pactwright.showMatrix');
    await until('the matrix', () => tabs()[0]);
    await vscode.commands.executeCommand('pactwright.showMatrix');
    assert.equal(tabs().length, 1);
  });

  test('titles behind ids are shown only where they are wanted', async () => {
    const { document } = await show(fileIn(0, 'docs/product/sprint_board.md'));
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = (): Thenable<vscode.InlayHint[] | undefined> =>
      vscode.commands.executeCommand<vscode.InlayHint[] | undefined>(
        'vscode.executeInlayHintProvider',
        document.uri,
        whole,
      );
    assert.deepEqual((await hints()) ?? [], []);
  });
});
