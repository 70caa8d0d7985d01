import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  codeOf,
  ended,
  extensionApi,
  fileIn,
  finding,
  findings,
  noFinding,
  quickFixes,
  show,
  until,
} from '../support.js';

suite('one folder', () => {
  const cart = (): vscode.Uri => fileIn(0, 'docs/specs/STORY-001.md');
  const closed = (): vscode.Uri => fileIn(0, 'docs/specs/STORY-002.md');
  const board = (): vscode.Uri => fileIn(0, 'docs/product/sprint_board.md');

  test('every command of the manifest is there', async () => {
    const manifest: unknown = vscode.extensions.getExtension('pactwright.pactwright')?.packageJSON;
    const { commands } = (manifest as { contributes: { commands: { command: string }[] } }).contributes; // as VS Code has read it
    const known = new Set(await vscode.commands.getCommands(true));
    assert.ok(commands.length > 0);
    assert.deepEqual(
      commands.map(({ command }) => command).filter((command) => !known.has(command)),
      [],
    );
  });

  test('a wrong status is underlined, and nothing but the status', async () => {
    const { document } = await show(cart());
    const { range, severity, message } = await finding(cart(), 'W006');
    assert.equal(document.getText(range), 'Doing');
    assert.equal(severity, vscode.DiagnosticSeverity.Warning);
    assert.match(message, /Draft/);
  });

  test('the list of problems holds files that were never opened', async () => {
    await finding(closed(), 'W006');
    assert.ok(!vscode.workspace.textDocuments.some(({ uri }) => uri.path === closed().path));
  });

  test('the code of a finding opens the page of its rule', async () => {
    const { code } = await finding(cart(), 'W006');
    assert.ok(typeof code === 'object', 'the code has no link');
    const page = await vscode.workspace.openTextDocument(code.target);
    assert.match(page.getText(), /W006/);
  });

  test('typing moves a finding along, mends it and breaks it again', async () => {
    const { document } = await show(cart());
    const { range } = await finding(cart(), 'W006');
    const edit = async (at: vscode.Range, text: string): Promise<void> => {
      const change = new vscode.WorkspaceEdit();
      change.replace(document.uri, at, text);
      assert.ok(await vscode.workspace.applyEdit(change));
    };
    await edit(new vscode.Range(1, 0, 1, 0), '\n');
    await until('the finding one line further down', () =>
      findings(cart()).some(
        (diagnostic) => codeOf(diagnostic) === 'W006' && diagnostic.range.start.line === range.start.line + 1,
      )
        ? true
        : undefined,
    );
    await edit(range.with(range.start.translate(1), range.end.translate(1)), 'Draft');
    await noFinding(cart(), 'W006');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await finding(cart(), 'W006');
  });

  test('a quick fix mends what it was offered for', async () => {
    const { document } = await show(board());
    const { range } = await finding(board(), 'PW305');
    const [fix] = await quickFixes(board(), range);
    assert.ok(fix?.edit, 'there is no quick fix');
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.match(document.getText(), /- \[x\] Write it to storage/);
    await noFinding(board(), 'PW305');
    await vscode.commands.executeCommand('undo');
    await finding(board(), 'PW305');
  });

  test('fix all mends every certain thing of a file at once', async () => {
    const { document } = await show(board());
    await finding(board(), 'PW305');
    const everything = new vscode.Range(0, 0, document.lineCount, 0);
    const kind = vscode.CodeActionKind.SourceFixAll.append('pactwright');
    const [fixAll] = await quickFixes(board(), everything, kind);
    assert.ok(fixAll?.edit, 'there is no fix-all action');
    assert.ok(await vscode.workspace.applyEdit(fixAll.edit));
    await noFinding(board(), 'PW305');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await finding(board(), 'PW305');
  });

  test('files that others create, change and delete are noticed', async () => {
    const uri = fileIn(0, 'docs/specs/STORY-003.md');
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(closed()));
    const write = (content: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    await write(text.replaceAll('STORY-002', 'STORY-003'));
    await finding(uri, 'W006');
    await write(text.replaceAll('STORY-002', 'STORY-003').replace('Finished', 'Draft'));
    await noFinding(uri, 'W006');
    await write(text.replaceAll('STORY-002', 'STORY-003'));
    await finding(uri, 'W006');
    await vscode.workspace.fs.delete(uri);
    await until('no finding in a deleted file', () => (findings(uri).length === 0 ? true : undefined));
  });

  test('linting the workspace answers with its counts', async () => {
    const summary: unknown = await vscode.commands.executeCommand('pactwright.lintWorkspace');
    assert.ok(typeof summary === 'object' && summary !== null && 'warnings' in summary && 'documents' in summary);
    assert.equal(summary.documents, 3);
    assert.ok(Number(summary.warnings) >= 2);
  });

  test('there is a task that lints', async () => {
    const tasks = await vscode.tasks.fetchTasks({ type: 'pactwright' });
    assert.notEqual(tasks.length, 0);
  });

  test('restarting the server brings a new one with the same findings', async () => {
    const { serverPid } = await extensionApi();
    const before = await until('a server', serverPid);
    await vscode.commands.executeCommand('pactwright.restartServer');
    const after = await until('another server', () => (serverPid() === before ? undefined : serverPid()));
    await ended(before);
    assert.ok(process.kill(after, 0));
    await finding(closed(), 'W006');
  });
});
