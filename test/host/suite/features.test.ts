import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import * as vscode from 'vscode';
import { codeOf, extensionApi, fileIn, finding, findings, quickFixes, show, until } from '../support.js';

const spec = (): vscode.Uri => fileIn(0, 'docs/specs/STORY-001.md');
const board = (): vscode.Uri => fileIn(0, 'docs/product/sprint_board.md');
const cases = (): vscode.Uri => fileIn(0, 'docs/test_cases/STORY-001_case.md');
const code = (): vscode.Uri => fileIn(0, 'test/cart.test.js');

const written: readonly (readonly [() => vscode.Uri, string])[] = [
  [
    cases,
    '# Test Cases: STORY-001\n\n## TC-1: the cart is there (AC1, R1)\n\n- **Given** a cart\n- **When** time goes by\n- **Then** it is there\n',
  ],
  [code, "test('STORY-001/AC1: the cart is there', () => {});\n"],
];

suite('language features', () => {
  suiteSetup(async () => {
    await extensionApi();
    for (const [uri, text] of written) await write(uri(), text);
    git('init', '--quiet', '--initial-branch', 'main');
    commit('feat(cart): keep the cart (STORY-001)');
    // As if all of it had been there when the folder was opened.
    await vscode.commands.executeCommand('pactwright.restartServer');
  });

  test('the light bulb of a finding in a test explains it, ignores it in the language of the file, and names what there is', async () => {
    const file = fileIn(0, 'test/lost.test.js');
    await write(file, "test('STORY-001/AC7: the cart is there', () => {});\n");
    await show(file);
    const { range } = await finding(file, 'PW707');
    const fixes = await until('the actions of a finding in a test', async () => {
      const found = await quickFixes(file, range);
      return found.some(({ title }) => title.startsWith('Explain PW707')) ? found : undefined;
    });
    const ours = fixes.map(({ title }) => title).filter((title) => /AC1|PW707/u.test(title));
    assert.deepEqual(ours, [
      'Name AC1',
      'Explain PW707 (test-names-unknown-criterion)',
      'Ignore PW707 here…',
      'Turn off PW707 in .pactwright/config.yaml',
    ]);
    const name = fixes.find(({ title }) => title === 'Name AC1');
    assert.ok(name?.edit && (await vscode.workspace.applyEdit(name.edit)));
    const document = await vscode.workspace.openTextDocument(file);
    assert.match(document.getText(), /STORY-001\/AC1/u);
    // Of unsaved changes the server knows nothing: what would change the file is not offered.
    assert.deepEqual(
      (await quickFixes(file, range)).map(({ title }) => title).filter((title) => /Name|Ignore/u.test(title)),
      [],
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const ignore = fixes.find(({ title }) => title.startsWith('Ignore'))?.command;
    const [, id] = (ignore?.arguments ?? []) as readonly unknown[]; // as our own server sends them
    assert.equal(typeof id, 'string');
    await vscode.workspace.fs.delete(file);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  test('hover shows the story card with what git and the tests say', async () => {
    const at = await placeOf(board(), 'STORY-001');
    const card = await until('a card with tests and commits', async () => {
      const hovers = await ask<vscode.Hover[]>('executeHoverProvider', board(), at);
      const text = hovers.map(textOf).join('\n');
      return /AC tested/.test(text) && /Last commit/.test(text) ? text : undefined;
    });
    assert.match(card, /Keep the cart/);
    assert.match(card, /In Progress/);
    assert.match(card, /1\/1 AC tested/);
    assert.match(card, /by Ada/);
  });

  test('completion offers ids with their titles, and steps that the project has', async () => {
    const offered = async (uri: vscode.Uri, text: string): Promise<vscode.CompletionItem[]> => {
      const { document } = await show(uri);
      const end = document.lineAt(document.lineCount - 1).range.end;
      await edit(uri, new vscode.Range(end, end), text);
      const cursor = document.lineAt(document.lineCount - 1).range.end;
      const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', uri, cursor);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      return items;
    };
    const ids = await offered(board(), '\n\nSee STORY-');
    const item = ids.find(({ label }) => nameOf(label) === 'STORY-002');
    assert.match(item?.detail ?? '', /Empty the cart/);
    const steps = await offered(cases(), '\n## TC-2: other (AC1)\n\n- **Given** a c');
    assert.ok(
      steps.some(({ label }) => nameOf(label) === 'a cart with one book'),
      JSON.stringify(steps.slice(0, 5)),
    );
  });

  test('code lenses count tasks, scenarios and tests', async () => {
    await show(spec());
    const titles = await until('lenses with tests', async () => {
      const lenses = await ask<vscode.CodeLens[]>('executeCodeLensProvider', spec(), 100);
      const found = lenses.map(({ command }) => command?.title ?? '');
      return found.some((title) => title.includes('AC tested')) ? found : undefined;
    });
    assert.ok(titles.includes('In Progress · 1/2 tasks · 1/1 AC tested'), titles.join('\n'));
    assert.ok(titles.includes('1 scenario · 1 test'), titles.join('\n'));
  });

  test('definition leads from the board to the spec, references to everything that names it', async () => {
    const at = await placeOf(board(), 'STORY-001');
    const targets = await ask<(vscode.Location | vscode.LocationLink)[]>('executeDefinitionProvider', board(), at);
    // VS Code's own Markdown support adds the heading itself.
    const others = targets.map((target) => ('uri' in target ? target.uri : target.targetUri).path);
    assert.deepEqual(
      others.filter((path) => path !== board().path),
      [spec().path],
    );
    const places = await ask<vscode.Location[]>('executeReferenceProvider', board(), at);
    const files = new Set(places.map(({ uri }) => uri.path));
    for (const uri of [spec(), board(), cases(), code()]) assert.ok(files.has(uri.path), `${uri.path} is missing`);
  });

  test('the outline has criteria, requirements and scenarios, and no second tree of headings', async () => {
    await show(spec());
    const symbols = await until('symbols of ours', async () => {
      const all = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', spec());
      return all.some(({ name }) => name === 'R1') ? all : undefined;
    });
    const names = symbols.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => /^(R|AC)\d/.test(name)),
      ['R1', 'AC1'],
    );
  });

  test('workspace symbols are found by id and by words', async () => {
    for (const query of ['STORY-001', 'keep cart']) {
      const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
        'vscode.executeWorkspaceSymbolProvider',
        query,
      );
      assert.ok(
        symbols.some(({ name, location }) => name.startsWith('STORY-001') && location.uri.path === spec().path),
        `${query}: ${symbols.map(({ name }) => name).join(', ')}`,
      );
    }
  });

  test('sections can be folded, and ids and words have colours', async () => {
    const { document } = await show(spec());
    const folds = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider', spec());
    const section = lineOf(document, '## Acceptance Criteria');
    assert.ok(folds.some(({ start }) => start === section));
    const legend = await ask<vscode.SemanticTokensLegend>('provideDocumentSemanticTokensLegend', spec());
    const { data } = await ask<vscode.SemanticTokens>('provideDocumentSemanticTokens', spec());
    const [line = -1, character = -1, length = 0, type = -1] = data;
    assert.equal(document.getText(new vscode.Range(line, character, line, character + length)), 'STORY-001');
    assert.equal(legend.tokenTypes[type], 'class');
  });

  test('titles behind ids appear with the setting', async () => {
    const uri = fileIn(0, 'docs/product/context.md');
    await write(uri, '# Project Context (Auto-generated)\n\nAfter STORY-001 comes another.\n');
    const { document } = await show(uri);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const setting = vscode.workspace.getConfiguration('pactwright');
    await setting.update('inlayHints.titles', true, vscode.ConfigurationTarget.Workspace);
    const [hint] = await until('a title', async () => {
      const hints = await ask<vscode.InlayHint[]>('executeInlayHintProvider', uri, whole);
      return hints.length > 0 ? hints : undefined;
    });
    assert.equal(hint?.label, 'Keep the cart');
    await setting.update('inlayHints.titles', undefined, vscode.ConfigurationTarget.Workspace);
  });

  test('a commit changes what is found, without a word of the editor', async () => {
    assert.ok(!findings(board()).some((found) => codeOf(found) === 'PW632'));
    await write(fileIn(0, 'src/cart.js'), 'export const cart = {};\n');
    commit('fix(cart): round once (STORY-007)');
    const { message } = await finding(board(), 'PW632');
    assert.match(message, /STORY-007/);
  });

  test('what is missing is created from the id', async () => {
    const uri = fileIn(0, 'docs/specs/STORY-002.md');
    await show(uri);
    const at = await placeOf(uri, 'STORY-002');
    const actions = await quickFixes(uri, new vscode.Range(at, at), vscode.CodeActionKind.Refactor);
    const create = actions.find(({ title }) => /create.*test case/i.test(title));
    assert.ok(create?.edit, actions.map(({ title }) => title).join('\n'));
    assert.ok(await vscode.workspace.applyEdit(create.edit));
    const made = await vscode.workspace.openTextDocument(fileIn(0, 'docs/test_cases/STORY-002_case.md'));
    assert.match(made.getText(), /## TC-1/);
    await vscode.workspace.fs.delete(made.uri);
  });

  test('a fix in another file saves that file', async () => {
    const document = await vscode.workspace.openTextDocument(spec());
    const before = document.getText();
    await write(spec(), before.replace('| Doing |', '| Draft |'));
    const { range } = await finding(board(), 'PW613');
    const actions = await quickFixes(board(), range);
    const fix = actions.find(({ title }) => title === 'Set the Status to In Progress');
    assert.ok(fix?.edit && fix.command, actions.map(({ title }) => title).join('\n'));
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    await vscode.commands.executeCommand(fix.command.command, ...((fix.command.arguments ?? []) as unknown[]));
    assert.equal(document.isDirty, false);
    const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(spec()));
    assert.equal(saved, before.replace('| Doing |', '| In Progress |'));
  });

  test('a rename reaches every file that names the item', async () => {
    const renaming = await ask<vscode.WorkspaceEdit>(
      'executeDocumentRenameProvider',
      spec(),
      await placeOf(spec(), 'STORY-001'),
      'STORY-1001',
    );
    const changed = new Map(renaming.entries().map(([uri, edits]) => [uri.path, edits.length]));
    assert.deepEqual(
      [spec(), board(), cases(), code()].map(({ path }) => changed.get(path)),
      [2, 2, 1, 1],
    );
  });

  test('a rename that is refused changes nothing, nor does Markdown rename the heading instead', async () => {
    const changedBy = async (newName: string): Promise<number> => {
      const at = await placeOf(spec(), 'STORY-001');
      return (await ask<vscode.WorkspaceEdit>('executeDocumentRenameProvider', spec(), at, newName)).size;
    };
    assert.equal(await changedBy('STORY-002'), 0, 'the id is taken');
    chmodSync(board().fsPath, 0o444);
    try {
      assert.equal(await changedBy('STORY-1001'), 0, 'the board is read-only');
    } finally {
      chmodSync(board().fsPath, 0o644);
    }
    assert.ok((await changedBy('STORY-1001')) > 0);
  });

  test('a spec that is renamed in the Explorer takes along what names it', async () => {
    const change = new vscode.WorkspaceEdit();
    const target = fileIn(0, 'docs/specs/STORY-060.md');
    change.renameFile(fileIn(0, 'docs/specs/STORY-002.md'), target);
    assert.ok(await vscode.workspace.applyEdit(change));
    const document = await vscode.workspace.openTextDocument(board());
    await until('the new id on the board', () =>
      document.getText().includes('[STORY-060] Empty the cart') ? true : undefined,
    );
    assert.match((await vscode.workspace.openTextDocument(target)).getText(), /^# STORY-060: /);
  });
});

function ask<Answer>(command: string, uri: vscode.Uri, ...rest: readonly unknown[]): Thenable<Answer> {
  return vscode.commands.executeCommand<Answer>(`vscode.${command}`, uri, ...rest);
}

/** A place in the first of the words in a file. */
async function placeOf(uri: vscode.Uri, word: string): Promise<vscode.Position> {
  const document = await vscode.workspace.openTextDocument(uri);
  const at = document.getText().indexOf(word);
  assert.ok(at >= 0, `there is no ${word} in ${uri.path}`);
  return document.positionAt(at + 1);
}

function lineOf(document: vscode.TextDocument, text: string): number {
  return document.getText().split('\n').indexOf(text);
}

function textOf({ contents }: vscode.Hover): string {
  return contents.map((part) => (part instanceof vscode.MarkdownString ? part.value : '')).join('\n');
}

function nameOf(label: string | vscode.CompletionItemLabel): string {
  return typeof label === 'string' ? label : label.label;
}

async function edit(uri: vscode.Uri, at: vscode.Range, text: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  change.replace(uri, at, text);
  assert.ok(await vscode.workspace.applyEdit(change));
}

async function write(uri: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

function git(...args: readonly string[]): void {
  execFileSync('git', [...args], { cwd: fileIn(0, '').fsPath, stdio: 'pipe' });
}

function commit(message: string): void {
  git('add', '.');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  git(...author, 'commit', '--quiet', '--no-verify', '--message', message);
}
