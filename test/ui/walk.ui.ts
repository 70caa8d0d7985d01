import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../support/temporaryFolder.js';
import { fakeClaude } from './fakeClaude.js';
import { kanbanOf } from './kanbanPage.js';
import { packedExtension } from './packedExtension.js';
import { shareWorkbench } from './shareWorkbench.js';
import { shownTerminal } from './terminal.js';
import {
  activeFile,
  activeGroup,
  askCommand,
  askedText,
  boardRows,
  clickLens,
  editorLine,
  lightBulb,
  openFile,
  quiet,
  runCommand,
  screenshot,
  showBoard,
  squiggles,
  webviewFrame,
} from './workbench.js';

/** Steps 1 to 6 of docs/guide/first-hour.md on the demo, in their order, with the extension as it is installed. */
describe('the first hour on the demo', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agents-'));
  const env = fakeClaude(outside);
  writeFileSync(path.join(outside, 'script'), 'well\n');
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const extension = packedExtension();
  const { folder, page } = shareWorkbench(undefined, () => ({ env, extension }));
  const boardText = (): string => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');
  const row = (view: string, text: RegExp | string): Locator =>
    page().locator(`[aria-label="${view}"] .monaco-list-row`).filter({ hasText: text }).first();
  const quickRow = (text: string): Locator =>
    page().locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
  const lens = (text: string): Locator => page().locator('.codelens-decoration a', { hasText: text }).first();
  const dialog = (): Locator => page().locator('.monaco-dialog-box');
  const terminal = shownTerminal(page);
  const open = async (view: string, text: string): Promise<void> => {
    await row(view, text).waitFor();
    const twistie = row(view, text).locator('.monaco-tl-twistie.collapsed');
    if (await twistie.count()) await twistie.click();
  };

  it('1: lists what is wrong, and fixes it from the light bulb', async () => {
    const status = editorLine(page(), '| Status |');
    await openFile(page(), 'STORY-002.md');
    await squiggles(page(), 'warning').first().waitFor();
    await page().keyboard.press('Control+Shift+M');
    const problems = page().locator('.markers-panel-container .monaco-list-row');
    await problems.filter({ hasText: 'sprint_board.md' }).first().waitFor();
    // Of a long list only the rows in sight are in the page.
    await page().getByPlaceholder('Filter (e.g. text').fill('W006');
    await problems.filter({ hasText: 'which tools do not know' }).waitFor();
    await status.click();
    await lightBulb(page()).waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    const menu = page().locator('.context-view .action-widget .monaco-list-row');
    await menu.filter({ hasText: 'Explain W006' }).waitFor();
    await menu.filter({ hasText: 'Write `In Progress`' }).click();
    await status.filter({ hasText: '| In Progress |' }).waitFor();
    await problems.filter({ hasText: 'which tools do not know' }).waitFor({ state: 'detached' });
    await page().getByPlaceholder('Filter (e.g. text').fill('');
    await runCommand(page(), 'File: Save All');
    await runCommand(page(), 'View: Hide Panel');
  });

  it('2: shows what does not agree, above the title of the spec', async () => {
    await openFile(page(), 'STORY-008.md');
    const findings = page().locator('.peekview-widget');
    await clickLens(lens('out of sync'), findings);
    await screenshot(page(), 'walk-out-of-sync');
    await page().keyboard.press('Escape');
    await findings.waitFor({ state: 'detached' });
  });

  it('3: ticks and drags on the board, undoes it, and says what is missing for Done', async () => {
    const { card, column, drag, ids, frame } = kanbanOf(page());
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Open Board');
    const before = boardText();
    await card('STORY-003').locator('.progress').click();
    await frame.getByRole('treeitem', { name: 'Field in the checkout' }).click();
    await expect.poll(boardText).toContain('- [x] Field in the checkout');
    await frame.getByRole('treeitem', { name: 'Field in the checkout', checked: true }).waitFor();
    await page().keyboard.press('Control+Z');
    await expect.poll(boardText).toBe(before);
    await drag(card('STORY-003'), column('Done').locator('.cards'), { below: true });
    await dialog().getByText('STORY-003 does not pass the gate done').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => ids('In Progress')).toContain('STORY-003');
    expect(boardText()).toBe(before);
    // A dialog that closes gives the focus back a little later, and a list to choose from closes without it.
    await dialog().waitFor({ state: 'detached' });
    await runCommand(page(), 'View: Close All Editors');
  });

  it('4: follows a requirement to its tests, as a tree and as a table', async () => {
    await askCommand(page(), 'Pactwright: Show View…');
    await quickRow('From each requirement').click();
    await open('Trace', 'Done');
    await open('Trace', 'STORY-008');
    await open('Trace', 'One for each reader');
    await open('Trace', 'A second rating replaces the first');
    await row('Trace', /TC-2.*no test/u).waitFor();
    await screenshot(page(), 'walk-trace');
    await runCommand(page(), 'Pactwright: Show Trace Matrix');
    await webviewFrame(page()).locator('tbody[data-item="STORY-008"]').getByText('no test').first().waitFor();
    await screenshot(page(), 'walk-matrix');
    await runCommand(page(), 'View: Close All Editors');
  });

  it('5: runs a gate, and leads to what it misses', async () => {
    await askCommand(page(), 'Pactwright: Run Gate…');
    await askedText(page()).fill('STORY-008');
    await quickRow('STORY-008').click();
    await quickRow('Can the item be moved to Done?').click();
    await row('Gates', /STORY-008.*done: blocked by/u).waitFor({ timeout: 60_000 });
    await screenshot(page(), 'walk-gate');
    await row('Gates', 'STORY-008').hover();
    await row('Gates', 'STORY-008').getByRole('button', { name: 'Show Report' }).click();
    await webviewFrame(page())
      .getByRole('heading', { name: /STORY-008/u })
      .waitFor();
    await runCommand(page(), 'View: Close All Editors');
  });

  it('6: starts a phase above the title of a spec, and says why its gate refuses it', async () => {
    await openFile(page(), 'STORY-003.md');
    await clickLens(lens('Start phase…'), quickRow('Builds what the spec says'));
    await quickRow('Builds what the spec says').click();
    await quickRow('Claude Code').click();
    await terminal.showing(/STORY-002/u);
    await screenshot(page(), 'walk-phase');
  });
});

/** Step 7: a folder that has nothing yet. */
describe('the first item of an own project', () => {
  const extension = packedExtension();
  const { folder, page } = shareWorkbench(
    (made) => {
      writeFiles(made, { 'README.md': '# Mine\n' });
    },
    () => ({ extension }),
    'own',
  );

  it('begins with a board and an item, whose spec opens where it is to be filled in', async () => {
    await showBoard(page());
    await page().getByRole('button', { name: 'Create Sprint Board' }).click();
    await boardRows(page()).filter({ hasText: 'Backlog' }).waitFor();
    await askCommand(page(), 'Pactwright: New Item…');
    await page().locator('.quick-input-widget', { hasText: '1 of 3' }).waitFor();
    await askedText(page()).press('Enter');
    for (const [question, text] of [
      ['its title', 'Rate a book'],
      ['task 1', 'Store a rating'],
      ['task 2', ''],
    ] as const) {
      await page().locator('.quick-input-widget', { hasText: question }).waitFor();
      await askedText(page()).fill(text);
      await askedText(page()).press('Enter');
    }
    await activeFile(page(), 'STORY-001.md').waitFor();
    await lens('Start phase…').waitFor();
    await screenshot(page(), 'walk-own');
    expect(readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8')).toContain(
      '[STORY-001] Rate a book',
    );
  });

  function lens(text: string): Locator {
    return page().locator('.codelens-decoration a', { hasText: text }).first();
  }
});
