import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { cleanEnvironment, run } from '../../scripts/lib/processes.mjs';
import { writeFiles } from '../support/temporaryFolder.js';
import { axeViolations } from './axe.js';
import { shareWorkbench } from './shareWorkbench.js';
import {
  activeGroup,
  editorHasFocus,
  editorLine,
  goToLine,
  hoverCard,
  openFile,
  runCommand,
  screenshot,
  showBoard,
  webviewFrame,
} from './workbench.js';

/** Tests of the demo's vouchers: one of two scenarios has one. */
const tests = `import { it } from 'vitest';

it('STORY-003/AC1: a voucher lowers the sum', () => {
  // STORY-003 is not done yet
});
`;

const cartTests = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const cart = ['The Castle'];

describe('STORY-001', () => {
  it('AC1: a book that was put into the cart is in it', () => {
    assert.deepEqual(cart, ['The Castle']);
  });

  it('AC2: the number is that of the books', () => {
    assert.equal(cart.length, 2);
  });
});
`;

/** One window for both: the trace, and then the tests that are run from the editor. */
const { folder, page, errors } = shareWorkbench(async (made) => {
  await makeDemo(made);
  writeFiles(made, {
    'src/cart.test.js': cartTests,
    'src/vouchers.test.ts': tests,
  });
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['checkout', '--quiet', '-b', 'feature/STORY-003'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '--message', 'STORY-003: take a voucher'],
  ])
    expect((await run('git', args, { cwd: made, env: cleanEnvironment() })).code).toBe(0);
});

describe('the trace of the demo project', () => {
  const rows = (): ReturnType<Page['locator']> => page().locator('[aria-label="Trace"] .monaco-list-row');
  const row = (text: string): ReturnType<Page['locator']> => rows().filter({ hasText: text }).first();
  const matrix = (): FrameLocator => webviewFrame(page());

  it('shows the items by stage, and what can be followed from one, with its gaps in words', async () => {
    await showBoard(page());
    await page().locator('.pane-header[aria-label^="Sprint Board"]').click();
    await runCommand(page(), 'Pactwright: Focus on Trace View');
    await row('STORY-003').waitFor();
    expect(await row('In Progress').innerText()).toMatch(/2/);
    // A click opens the spec, and the arrow what is below.
    await row('STORY-003').click();
    await page().locator('.tabs-container .tab.active[data-resource-name="STORY-003.md"]').waitFor();
    for (const [opened, below] of [
      ['STORY-003', 'Refuse a used one'],
      ['Refuse a used one', 'no test'],
      ['Take a voucher', 'a voucher lowers the sum'],
      ['Branches', 'feature/STORY-003'],
      ['Commits', 'STORY-003: take a voucher'],
    ] as const) {
      const twistie = row(opened).locator('.monaco-tl-twistie.collapsed');
      if (await twistie.count()) await twistie.click();
      await row(below).waitFor();
    }
    await screenshot(page(), 'trace');
  });

  it('keeps rows open while documents are edited', async () => {
    await openFile(page(), 'STORY-003.md');
    await page().keyboard.press('Control+Home');
    await page().keyboard.type('\n');
    await page().locator('.tab.active.dirty').waitFor();
    await page().waitForTimeout(1_500);
    expect(await row('Take a voucher').isVisible()).toBe(true);
    await page().keyboard.press('Control+Z');
  });

  it('shows the matrix as a table with gaps in words', async () => {
    await runCommand(page(), 'Pactwright: Show Trace Matrix');
    const grid = matrix().getByRole('grid', { name: 'Trace Matrix' });
    await grid.waitFor();
    await matrix().locator('tbody[data-item="STORY-003"]').getByText('no test').first().waitFor();
    await screenshot(page(), 'matrix');
    expect(await axeViolations(matrix())).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    await matrix().getByRole('searchbox').fill('STORY-001');
    expect(await matrix().locator('tbody').count()).toBe(1);
    await matrix().getByRole('searchbox').focus();
    // Past the check box and three buttons; the grid is one stop.
    for (let stop = 0; stop < 5; stop++) await page().keyboard.press('Tab');
    await expect.poll(() => matrix().locator(':focus').innerText()).toBe('STORY-001');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowRight');
    await expect.poll(() => matrix().locator(':focus').innerText()).toBe('AC1');
    await page().keyboard.press('Enter');
    await page().locator('.tabs-container .tab.active[data-resource-name="STORY-001.md"]').waitFor();
    await editorHasFocus(page());
  });

  it('takes the focus from nobody who types elsewhere', async () => {
    await runCommand(page(), 'View: Close All Editors');
    await openFile(page(), 'STORY-001.md');
    await runCommand(page(), 'Pactwright: Show Trace Matrix');
    await matrix().getByRole('grid').waitFor();
    await runCommand(page(), 'View: Move Editor into Next Group');
    await matrix().getByRole('searchbox').fill('STORY-001');
    await matrix().getByRole('searchbox').focus();
    for (let stop = 0; stop < 5; stop++) await page().keyboard.press('Tab');
    await expect.poll(() => matrix().locator(':focus').innerText()).toBe('STORY-001');
    await page().keyboard.press('Control+1');
    const lines = readFileSync(path.join(folder, 'docs/specs/STORY-001.md'), 'utf8').split('\n');
    await goToLine(page(), lines.findIndex((line) => line.includes('AC1:')) + 1);
    await page().keyboard.press('End');
    let word = '';
    for (const part of ['quick', 'brown', 'fox']) {
      await page().keyboard.type(part);
      word += part;
      await matrix().getByText(word).waitFor();
    }
    await editorLine(page(), word).waitFor();
    await runCommand(page(), 'File: Revert File');
  });

  it('leads from an id in source code to the spec', async () => {
    await openFile(page(), 'vouchers.test.ts');
    const link = page().locator('.view-line', { hasText: 'is not done yet' }).locator('.detected-link').first();
    await link.waitFor();
    const card = page().locator('.monaco-hover', { hasText: 'Redeem a voucher' });
    await hoverCard(activeGroup(page()), card, () => link.hover());
    await screenshot(page(), 'hover-in-code');
  });

  it('breaks no rule of its page', () => {
    expect(errors.filter((text) => /content security policy|matrix\.js|matrix\.css/i.test(text))).toEqual([]);
  });
});

describe('the Test Explorer', () => {
  const row = (text: string): Locator => page().locator('.test-explorer .monaco-list-row', { hasText: text }).first();

  it('shows the result of a run on the criteria in the spec', async () => {
    await runCommand(page(), 'View: Close All Editors');
    await openFile(page(), 'STORY-001.md');
    await page().locator('.activitybar .action-item a[aria-label^="Testing"]').click();
    await row('STORY-001').click();
    await page().keyboard.press('ArrowRight');
    await row('AC2').waitFor();
    await row('STORY-001').hover();
    await row('STORY-001').getByRole('button', { name: 'Run Test' }).first().click();
    await row('AC1').locator('.codicon-testing-passed-icon').waitFor();
    await row('AC2').locator('.codicon-testing-failed-icon').waitFor();
    await row('AC2').click();
    await page().keyboard.press('ArrowRight');
    await row('TC-2').waitFor();
    await openFile(page(), 'STORY-001.md');
    await goToLine(page(), 34);
    // Beside the lines of the criteria in the spec.
    const editor = page().locator('.editor-group-container.active');
    await editor.locator('.codicon-testing-passed-icon').first().waitFor();
    await editor.locator('.codicon-testing-failed-icon').first().waitFor();
    await screenshot(page(), 'tests');
    expect(await row('AC2').innerText()).toContain('The number follows');
  });
});
