import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { repository } from '../../scripts/lib/repository.mjs';
import { gitRepository } from '../support/gitRepository.js';
import { describeWithShared } from '../support/shared.js';
import { kanbanOf } from './kanbanPage.js';
import { shareWorkbench } from './shareWorkbench.js';
import {
  activeFile,
  activeGroup,
  askCommand,
  editorLine,
  goToLine,
  lightBulb,
  openFile,
  openNotification,
  quiet,
  runCommand,
  screenshot,
  showBoard,
  squiggles,
  webviewFrame,
} from './workbench.js';

const guide = readFileSync(path.join(repository, 'docs/guide/first-hour.md'), 'utf8');

/** The steps of docs/guide/first-hour.md on a project with years of history, in their order. */
describeWithShared('the first hour on a real project', ['corpus', 'pactkit'], (corpus) => {
  const { folder, page } = shareWorkbench(
    (made) => {
      cpSync(corpus, made, { recursive: true });
      gitRepository(made).commit('Begin', {});
    },
    // A minimap makes the picture of a long spec large.
    () => ({ settings: { 'editor.minimap.enabled': false } }),
    'pactkit',
  );
  const board = (): string => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');
  const status = (text: string): Locator => page().locator('.statusbar-item', { hasText: text });

  it('counts in words, and offers to record what is known, which commits nothing', async () => {
    await showBoard(page());
    await status('1 in progress, 4 out of sync').waitFor();
    const offer = await openNotification(page(), 'A baseline records them');
    const [offered = 'none'] = /\d+ findings/u.exec(await offer.innerText()) ?? [];
    expect(guide).toContain(`offer: *${offered}*`);
    await screenshot(page(), 'corpus-adoption');
    await offer.getByRole('button', { name: 'Adopt This Project' }).click();
    await openNotification(page(), `${offered} in 69 files are hidden now`);
    expect(existsSync(path.join(folder, '.pactwright/baseline.json'))).toBe(true);
    expect(gitRepository(folder).git('log', '--format=%s').trim()).toBe('Begin');
    await runCommand(page(), 'Notifications: Clear All Notifications');
  });

  it('shows the board, and says what an item lacks that is dragged to Done', async () => {
    const { card, column, drag, ids } = kanbanOf(page());
    const before = board();
    await runCommand(page(), 'Pactwright: Open Board');
    await column('In Progress').waitFor();
    expect((await ids('Backlog')).length).toBe(5);
    const [id = ''] = await ids('In Progress');
    await drag(card(id), column('Done').locator('.cards'));
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.getByText(`${id} does not pass the gate done`).waitFor();
    await screenshot(page(), 'corpus-done');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => ids('In Progress')).toEqual([id]);
    expect(board()).toBe(before);
  });

  it('finds archived items by words of their titles', async () => {
    await askCommand(page(), 'Pactwright: Find Item…');
    const input = page().getByPlaceholder('Which item?');
    await input.fill('governance');
    await page().locator('.quick-input-list .monaco-list-row', { hasText: 'STORY-slim-135' }).waitFor();
    await input.press('Escape');
    await input.waitFor({ state: 'hidden' });
  });

  it('shows what is hidden, and adds what is missing from the light bulb', async () => {
    await runCommand(page(), 'Pactwright: Show Hidden Findings');
    const { card } = kanbanOf(page());
    await page().locator('.tabs-container .tab[data-resource-name="sprint_board.md"]').click();
    await card('STORY-slim-118').click();
    await page().keyboard.press('Enter');
    await activeFile(page(), 'STORY-slim-118.md').waitFor();
    await runCommand(page(), 'View: Hide Panel');
    await squiggles(page(), 'warning').first().waitFor();
    await quiet(activeGroup(page()));
    await editorLine(page(), '# STORY-slim-118').click();
    await lightBulb(page()).waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    const menu = page().locator('.context-view .action-widget', { hasText: 'Quick Fix' });
    await menu.waitFor();
    await screenshot(page(), 'corpus-light-bulb');
    await menu
      .locator('.monaco-list-row', { hasText: /Add a `## .*` section from the template/u })
      .first()
      .click();
    await page().locator('.tab.active.dirty').waitFor();
    await page().keyboard.press('Control+Z');
    await page().locator('.tab.dirty').waitFor({ state: 'detached' });
    await runCommand(page(), 'View: Close All Editors');
  });

  it('fixes all findings of a rule at once, in files that are not open', async () => {
    const archive = readFileSync(path.join(folder, 'docs/product/archive/archive_202602.md'), 'utf8').split('\n');
    await openFile(page(), 'archive_202602.md');
    await goToLine(page(), archive.findIndex((line) => line.includes('[BUG-001]')) + 1);
    // On the id, which the finding is about.
    for (let step = 0; step < '### [BUG'.length; step++) await page().keyboard.press('ArrowRight');
    await lightBulb(page()).waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    const every = page()
      .locator('.context-view .action-widget .monaco-list-row')
      .filter({ hasText: /Set the Status as on the board: all \d+ of PW613 in the project/u });
    await every.waitFor();
    await screenshot(page(), 'corpus-fix-all');
    const [count = ''] = /\d+(?= of PW613)/u.exec(await every.innerText()) ?? [];
    await every.click();
    const { git } = gitRepository(folder);
    const changed = (): string[] => git('diff', '--unified=0', 'docs/specs').match(/^\+\| Status +\| /gmu) ?? [];
    await expect.poll(() => changed().length).toBe(Number(count));
    expect(Number(count)).toBeGreaterThan(50);
    await runCommand(page(), 'View: Close All Editors');
  });

  it('traces years of items as a table', async () => {
    await runCommand(page(), 'Pactwright: Show Trace Matrix');
    await webviewFrame(page()).getByRole('grid', { name: 'Trace Matrix' }).waitFor();
    await webviewFrame(page()).getByText('Items: 183').waitFor();
    await screenshot(page(), 'corpus-matrix');
  });
});
