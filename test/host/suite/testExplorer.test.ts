import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { TestExplorer } from '../../../client/src/testExplorer/testExplorer.js';
import { ended, extensionApi, fileIn, until } from '../support.js';

suite('the Test Explorer', () => {
  test('shows items with their criteria, scenarios and tests', async () => {
    const { tests, row } = await explorer('STORY-001');
    assert.deepEqual(outline(row), [
      'AC1',
      '  TC-1',
      '    AC1: adds "1" (and 2)',
      '    AC1, AC2: counts nothing',
      'AC2',
      '  AC1, AC2: counts nothing',
      '  AC2: costs nothing',
      'AC3',
    ]);
    const criterion = childOf(row, 'AC1');
    assert.equal(criterion.uri?.path, fileIn(0, 'docs/specs/STORY-001.md').path);
    assert.equal(criterion.range?.start.line, 10);
    assert.equal(childOf(criterion, 'TC-1').uri?.path, fileIn(0, 'docs/test_cases/STORY-001_case.md').path);
    assert.equal(tests.controller.label, 'Pactwright');
  });

  test('runs the tests of one criterion, and no others', async () => {
    const { tests, row } = await explorer('STORY-001');
    assert.deepEqual(await run(tests, childOf(row, 'AC1')), {
      AC1: 'passed',
      'AC1/TC-1': 'passed',
      'AC1/TC-1/AC1: adds "1" (and 2)': 'passed',
      'AC1/TC-1/AC1, AC2: counts nothing': 'passed',
    });
  });

  test('a criterion has passed only if all its tests have, and one without tests is skipped', async () => {
    const { tests, row } = await explorer('STORY-001');
    assert.deepEqual(await run(tests, childOf(row, 'AC2'), childOf(row, 'AC3')), {
      AC2: 'failed',
      'AC2/AC1, AC2: counts nothing': 'passed',
      'AC2/AC2: costs nothing': 'failed',
      AC3: 'skipped',
    });
  });

  test('ends the tests and what they have started when a run is cancelled', async function () {
    if (process.platform !== 'linux') this.skip();
    const { tests, row } = await explorer('STORY-002');
    const cancellation = new vscode.CancellationTokenSource();
    const running = tests.run(new vscode.TestRunRequest([row]), cancellation.token);
    const file = fileIn(0, 'src/pid.txt').fsPath;
    const pid = await until('the start of the test', () => {
      const said = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      return said > 0 ? said : undefined;
    });
    cancellation.cancel();
    await ended(pid);
    assert.deepEqual([...(await running).values()], []);
  });
});

async function explorer(item: string): Promise<{ tests: TestExplorer; row: vscode.TestItem }> {
  const { tests } = await extensionApi();
  const row = await until(`${item} in the Test Explorer`, () =>
    children(tests.controller.items).find(({ label }) => label === item),
  );
  await tests.resolve(row);
  // The source code is read after the documents.
  await until(`the tests of ${item}`, async () => {
    await tests.controller.refreshHandler?.(new vscode.CancellationTokenSource().token);
    await tests.resolve(row);
    return outline(row).length > 3 || item !== 'STORY-001' ? true : undefined;
  });
  return { tests, row };
}

/** What each row came to, by its labels from the item on. */
async function run(tests: TestExplorer, ...rows: readonly vscode.TestItem[]): Promise<Record<string, string>> {
  const request = new vscode.TestRunRequest(rows);
  const outcomes = await tests.run(request, new vscode.CancellationTokenSource().token);
  const all = rows.flatMap((row) => below(row, row.label));
  return Object.fromEntries(all.map(([name, row]) => [name, outcomes.get(row.id) ?? 'not run']));
}

function below(row: vscode.TestItem, name: string): [string, vscode.TestItem][] {
  return [[name, row], ...children(row.children).flatMap((child) => below(child, `${name}/${child.label}`))];
}

function outline(row: vscode.TestItem, indent = ''): string[] {
  return children(row.children).flatMap((child) => [`${indent}${child.label}`, ...outline(child, `${indent}  `)]);
}

function childOf(row: vscode.TestItem, label: string): vscode.TestItem {
  const found = children(row.children).find((child) => child.label === label);
  assert.ok(found, `there is no ${label} below ${row.label}: ${outline(row).join(', ')}`);
  return found;
}

/** As the tree shows them. */
function children(rows: vscode.TestItemCollection): vscode.TestItem[] {
  return Array.from(rows, ([, row]) => row).sort((a, b) =>
    (a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1,
  );
}
