import * as assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { GateSubject } from '../../../client/src/gates/gateAnswer.js';
import { type GateRow, rowsBelow } from '../../../client/src/gates/gateNodes.js';
import { toGateTreeItem } from '../../../client/src/gates/gateTreeItem.js';
import type { Verdict } from '../../../server/src/protocol.js';
import { makeGatedHistory } from '../gatedHistory.js';
import { childrenOf, ended, extensionApi, fileIn, show, until } from '../support.js';

const board = 'docs/product/sprint_board.md';
const code = 'src/discount.js';
const tests = 'test/discount.test.js';

/** Tells its process, and never ends. */
const slowTest = (file: string): string => `import { writeFileSync } from 'node:fs';
import { test } from 'node:test';

test('STORY-002/AC1: a large total is lowered', async () => {
  writeFileSync(${JSON.stringify(file)}, String(process.pid));
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
test('STORY-002/AC2: a small total stays', () => {});
`;

suite('gates', () => {
  let temporary = '';
  const before = new Map<string, Uint8Array>();

  suiteSetup(async () => {
    temporary = mkdtempSync(path.join(os.tmpdir(), 'pactwright-gates-'));
    // Whom this machine trusts is not changed by tests.
    process.env['PACTWRIGHT_STATE'] = path.join(temporary, 'state');
    await extensionApi();
    makeGatedHistory(fileIn(0, '').fsPath);
    for (const file of [code, tests]) before.set(file, await vscode.workspace.fs.readFile(fileIn(0, file)));
    await vscode.commands.executeCommand('pactwright.restartServer');
  });
  suiteTeardown(() => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });

  test('a gate is asked, and tells its conditions with places and the next step', async () => {
    const verdict = await ask('reuse');
    assert.equal(verdict.answer, 'refused');
    assert.deepEqual(open(verdict), ['tasks']);
    const told = await outline();
    assert.match(told[0] ?? '', /^STORY-002 \| done: blocked by 1/);
    assert.match(told[1] ?? '', /^tasks \| failed · /);
    assert.match(told[2] ?? '', /Test both criteria.* \| docs\/product\/sprint_board\.md:11$/);
    assert.match(told[3] ?? '', /^Next: /);
    assert.ok(told.some((text) => /^Passed \| \d+$/.test(text)));
  });

  test('a Status becomes Done by way of the gate, and a branch is not made twice', async () => {
    const root = vscode.Uri.parse(fileIn(0, '').toString().replace(/\/$/, '')).toString();
    const spec = fileIn(0, 'docs/specs/STORY-002.md');
    const text = async (): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(spec));
    const before = await text();
    const wanted = { root, item: 'STORY-002' };
    const told: string[] = [];
    const { showErrorMessage } = { showErrorMessage: Reflect.get(vscode.window, 'showErrorMessage') as unknown };
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => {
        told.push(message);
        return Promise.resolve(undefined);
      },
    });
    try {
      assert.equal(await vscode.commands.executeCommand('pactwright.setStatus', { ...wanted, status: 'done' }), false);
      assert.equal(await text(), before);
      assert.equal(await vscode.commands.executeCommand('pactwright.startBranch', wanted), false);
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
    assert.match(told[0] ?? '', /does not pass the gate done/);
    assert.match(told[0] ?? '', /tasks/);
    assert.match(told[1] ?? '', /feature\/STORY-002 already exists/);
    assert.equal(await vscode.commands.executeCommand('pactwright.setStatus', { ...wanted, status: 'draft' }), true);
    assert.match(await text(), /\| Status \| Draft \|/);
    assert.equal(
      await vscode.commands.executeCommand('pactwright.setStatus', { ...wanted, status: 'in-progress' }),
      true,
    );
    assert.equal(await text(), before);
  });

  test('a spec says on its title whether its item may be Done', async () => {
    const { document } = await show(fileIn(0, 'docs/specs/STORY-002.md'));
    const lens = await until('the lens', async () =>
      (await lenses(document.uri)).find(({ command }) => command?.title === 'Done is blocked by 1'),
    );
    assert.equal(lens.range.start.line, 0);
    const { document: other } = await show(fileIn(0, 'docs/specs/STORY-001.md'));
    const titles = (await lenses(other.uri)).map(({ command }) => command?.title ?? '');
    assert.deepEqual(
      titles.filter((title) => /Done is|whether it is done/.test(title)),
      [],
    );
  });

  test('the report is a page to read, and to copy', async () => {
    const query = new URLSearchParams({ ...(await subject()) }).toString();
    const uri = vscode.Uri.from({ scheme: 'pactwright-gate', path: '/STORY-002-done.md', query });
    const page = await vscode.workspace.openTextDocument(uri);
    assert.match(page.getText(), /^# STORY.002/);
    assert.match(page.getText(), /Every task of the entry is ticked/);
    await vscode.commands.executeCommand('pactwright.gates.copyReport', { row: await row('item') });
    assert.equal(await vscode.env.clipboard.readText(), page.getText());
  });

  test('nothing is overridden where the person thinks better of it, or gives no good reason', async () => {
    const override = async (): Promise<unknown> =>
      vscode.commands.executeCommand('pactwright.gates.override', { row: await row('condition') });
    assert.deepEqual(await answering({}, override), {
      questions: ['Override "Every task of the entry is ticked" for STORY-002?'],
      refused: [],
    });
    const { refused } = await answering({ button: 'Override', inputs: ['because'] }, override);
    assert.match(refused[0] ?? '', /at least 10 characters/);
    await answering({ button: 'Override', inputs: ['The last task moved to STORY-003'] }, override);
    assert.equal((await ask('recorded')).answer, 'refused');
    assert.equal(existsSync(path.join(temporary, 'state/trusted-keys.json')), false);
  });

  test('a row made up by somebody else overrides nothing without the dialog', async () => {
    const { questions } = await answering({}, async () =>
      vscode.commands.executeCommand('pactwright.gates.override', { ...{ row: await row('condition') } }),
    );
    assert.equal(questions.length, 1);
    assert.equal((await ask('recorded')).answer, 'refused');
  });

  test('a person overrides a condition with a reason, and the gate is open for these very files', async () => {
    const inputs = ['The last task moved to STORY-003', 'Ada Lovelace'];
    await answering({ button: 'Override', inputs }, async () =>
      vscode.commands.executeCommand('pactwright.gates.override', { row: await row('condition') }),
    );
    const verdict = (await extensionApi()).gates.answer(await subject())?.verdict;
    assert.equal(verdict?.answer, 'allowed', JSON.stringify(verdict && open(verdict)));
    const overridden = verdict.conditions.find(({ name }) => name === 'tasks')?.overridden;
    assert.deepEqual([overridden?.person, overridden?.reason], ['Ada Lovelace', 'The last task moved to STORY-003']);
    assert.match((await outline())[1] ?? '', /failed, overridden by Ada Lovelace/);
  });

  test('an override ends with the next change, and what is saved is seen without being asked for', async () => {
    const { gates } = await extensionApi();
    const at = await subject();
    const { document } = await show(fileIn(0, code));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '// Lower totals.\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await show(fileIn(0, 'docs/specs/STORY-002.md'));
    assert.ok(await document.save());
    const verdict = await until('another verdict', () => {
      const now = gates.answer(at)?.verdict;
      return now?.answer === 'allowed' ? undefined : now;
    });
    assert.ok(open(verdict).includes('tasks'));
  });

  test('cancelling ends the tests with all they have started', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = path.join(temporary, 'pid');
    await write(tests, new TextEncoder().encode(slowTest(file)));
    const { gates } = await extensionApi();
    const at = await subject();
    const answer = gates.ask(at, 'fresh');
    const pid = await until('the start of the test', () => {
      const said = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      return said > 0 ? said : undefined;
    });
    assert.match(gates.answer(at)?.running?.looking ?? '', /tests/);
    await vscode.commands.executeCommand('pactwright.gates.cancel', { row: await row('item') });
    await ended(pid);
    const { running, failure } = (await answer) ?? {};
    assert.deepEqual([running, failure], [undefined, undefined]);
    assert.deepEqual(freshGates(), []);
  });

  test('once the work is complete the gate is open, without anybody’s word', async () => {
    for (const [file, text] of before) await write(file, text);
    const text = await vscode.workspace.fs.readFile(fileIn(0, board));
    await write(board, new TextEncoder().encode(new TextDecoder().decode(text).replace('- [ ]', '- [x]')));
    const verdict = await ask('reuse');
    assert.equal(verdict.answer, 'allowed', JSON.stringify(open(verdict)));
    assert.match((await outline())[0] ?? '', /^STORY-002 \| done: passed/);
  });

  test('a person approves one change of a test, and that one only', async () => {
    const file = 'test/cart.test.js';
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(fileIn(0, file)));
    const weaker = text.replace(/ *assert\.equal\(total\(\[\]\), 0\);\n/, '');
    await write(file, new TextEncoder().encode(weaker));
    assert.ok(open(await ask('reuse')).includes('tests-kept'));
    const inputs = ['Nobody asks for the total of nothing', 'Ada Lovelace'];
    const { questions } = await answering({ button: 'Approve Change', inputs }, async () =>
      vscode.commands.executeCommand('pactwright.gates.approveChange', { row: await problemOf('tests-kept') }),
    );
    assert.deepEqual(questions, ['Approve this change of STORY-002?']);
    const verdict = (await extensionApi()).gates.answer(await subject())?.verdict;
    assert.ok(verdict && !open(verdict).includes('tests-kept'), JSON.stringify(verdict?.conditions));
    await write(file, new TextEncoder().encode(weaker.replace('[2, 3]), 5', '[2, 2]), 4')));
    assert.ok(open(await ask('reuse')).includes('tests-kept'));
    await write(file, new TextEncoder().encode(text));
  });

  test('a command of the repository runs once a person has seen and allowed it', async () => {
    const config = '# What gates run here.\ngates:\n  commands:\n    lint: [node, --check, src/discount.js]\n';
    await write('.pactwright/config.yaml', new TextEncoder().encode(config));
    assert.ok(open(await ask('reuse')).includes('stack-lint'));
    const allow = async (button?: string): Promise<readonly string[]> => {
      const act = async (): Promise<unknown> =>
        vscode.commands.executeCommand('pactwright.gates.approveCommand', { row: await problemOf('stack-lint') });
      return (await answering(button === undefined ? {} : { button }, act)).questions;
    };
    assert.deepEqual(await allow(), ['Allow gates to run this command in this repository?']);
    assert.ok(open(await ask('reuse')).includes('stack-lint'));
    await allow('Allow');
    assert.ok(!open(await ask('reuse')).includes('stack-lint'));
  });

  test('the merge driver is installed and removed', async () => {
    const configuration = fileIn(0, '.git/config').fsPath;
    const attributes = fileIn(0, '.git/info/attributes').fsPath;
    const before = readFileSync(configuration, 'utf8');
    await vscode.commands.executeCommand('pactwright.mergeDriver.install');
    assert.match(readFileSync(configuration, 'utf8'), /\[merge "pactwright"\][^]*driver = /);
    assert.match(readFileSync(attributes, 'utf8'), /sprint_board\.md .*merge=pactwright/);
    await vscode.commands.executeCommand('pactwright.mergeDriver.uninstall');
    assert.equal(readFileSync(configuration, 'utf8'), before);
  });

  test('an editor that has seen more of the record than there is says so', async () => {
    const common = fileIn(0, '.git/pactwright/evidence').fsPath;
    assert.ok(existsSync(path.join(common, 'log.jsonl')));
    rmSync(common, { recursive: true });
    rmSync(path.join(temporary, 'state/heads'), { recursive: true });
    const told: string[] = [];
    const { showErrorMessage } = { showErrorMessage: Reflect.get(vscode.window, 'showErrorMessage') as unknown };
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => {
        told.push(message);
        return Promise.resolve(undefined);
      },
    });
    try {
      await ask('reuse');
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
    assert.equal(told.length, 1, told.join('\n'));
    assert.match(told[0] ?? '', /was modified: it ends at record/);
  });
});

/** The first problem of a condition. */
async function problemOf(condition: string): Promise<GateRow> {
  const found = (await allRows()).find((one) => one.kind === 'problem' && one.result.name === condition);
  assert.ok(found, (await outline()).join('\n'));
  return found;
}

async function subject(): Promise<GateSubject> {
  const shown = await row('item');
  assert.ok(shown.kind === 'item');
  return shown.subject;
}

async function ask(how: 'recorded' | 'reuse'): Promise<Verdict> {
  const answer = await (await extensionApi()).gates.ask(await subject(), how);
  assert.equal(answer?.failure, undefined);
  assert.ok(answer?.verdict);
  return answer.verdict;
}

/** The conditions that do not pass by themselves. */
function open({ conditions }: Verdict): string[] {
  return conditions.flatMap(({ name, state, required }) => (state === 'pass' || !required ? [] : name));
}

function row(kind: GateRow['kind']): Promise<GateRow> {
  return until(`a ${kind} in the view`, async () => (await allRows()).find((one) => one.kind === kind));
}

async function allRows(): Promise<readonly GateRow[]> {
  const below = (some: readonly GateRow[]): GateRow[] => some.flatMap((one) => [one, ...below(rowsBelow(one))]);
  return below(await (await extensionApi()).gates.rows());
}

/** The rows as the view shows them: label and description. */
async function outline(): Promise<readonly string[]> {
  return (await allRows()).map((one) => {
    const { label, description } = toGateTreeItem(one);
    // Labels are texts in this view.
    return [label as string, description].filter((part) => part !== undefined).join(' | ');
  });
}

async function lenses(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
}

async function write(file: string, content: Uint8Array): Promise<void> {
  await vscode.workspace.fs.writeFile(fileIn(0, file), content);
}

/** Those that read the record come and go. */
function freshGates(): readonly string[] {
  return childrenOf(process.pid).filter((line) => /dist\/cli\.js gate .* --fresh/.test(line));
}

/** Stands in for the person at the dialogs: presses the button, then types one answer after the other. */
async function answering(
  { button, inputs = [] }: { readonly button?: string; readonly inputs?: readonly string[] },
  act: () => Thenable<unknown>,
): Promise<{ readonly questions: readonly string[]; readonly refused: readonly string[] }> {
  const dialogs = ['showWarningMessage', 'showInputBox'].map((name): [string, unknown] => [
    name,
    Reflect.get(vscode.window, name),
  ]);
  const questions: string[] = [];
  const refused: string[] = [];
  const answers = [...inputs];
  Object.assign(vscode.window, {
    showWarningMessage: (question: string) => {
      questions.push(question);
      return Promise.resolve(button);
    },
    showInputBox: (options: vscode.InputBoxOptions) => {
      const text = answers.shift();
      const wrong = text === undefined ? undefined : options.validateInput?.(text);
      if (typeof wrong === 'string') refused.push(wrong);
      return Promise.resolve(wrong === undefined ? text : undefined);
    },
  });
  try {
    await act();
  } finally {
    Object.assign(vscode.window, Object.fromEntries(dialogs));
  }
  return { questions, refused };
}
