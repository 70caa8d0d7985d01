import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../support/temporaryFolder.js';
import { axeViolations } from './axe.js';
import { kanbanOf } from './kanbanPage.js';
import { offeredCommands } from './palette.js';
import { shareWorkbench } from './shareWorkbench.js';
import { boardRows, openFile, openNotification, ready, runCommand, screenshot, showBoard } from './workbench.js';

/** Commands that need nothing. */
const anywhere = [
  'Create Example Project…',
  "Install 'pactwright' Command in PATH",
  'Open Walkthrough',
  'Restart Server',
  'Show Log',
  "Uninstall 'pactwright' Command from PATH",
];

const needsItems = [
  'Filter Board…',
  'Find Item…',
  'New Item…',
  'Phase: Act…',
  'Run Gate…',
  'Set Item Status…',
  'Show Trace Matrix',
];

describe('where there is no board', () => {
  const { folder, page } = shareWorkbench((made) => {
    writeFiles(made, { 'README.md': '# Nothing yet\n', 'notes/sprint_board.md': '# Not of a project\n' });
  });

  it('says why and what to do', async () => {
    await showBoard(page());
    // The board's; the trace below it has one of its own.
    const welcome = page().locator('.welcome-view-content').first();
    await welcome.getByRole('button', { name: 'Create Sprint Board' }).waitFor();
    expect(await welcome.innerText()).toMatch(/sprint_board\.md/);
    await screenshot(page(), 'empty-no-board');
  });

  it('offers in the palette what works without items and without git', async () => {
    const offered = await offeredCommands(page());
    expect(offered).toEqual(expect.arrayContaining([...anywhere, 'Create Sprint Board', 'Show View…']));
    for (const title of needsItems) expect(offered).not.toContain(title);
    expect(
      offered.filter((title) => /Worktree|Branch|Merge Driver|Insights|Queue|Agent |Session|Report/u.test(title)),
    ).toEqual([]);
  });

  it('says of a file with its name that it is not the board of a project', async () => {
    const { frame } = kanbanOf(page());
    await openFile(page(), 'sprint_board.md');
    const toBoard = page().locator('.editor-group-container.active .editor-actions a[aria-label="Open Board"]');
    await toBoard.click();
    await frame.getByText('not the sprint board of an open project').waitFor();
    expect(await axeViolations(frame)).toEqual([]);
    await frame.getByRole('button', { name: 'Open as Text' }).click();
    await toBoard.waitFor();
    await runCommand(page(), 'View: Close All Editors');
  });

  it('has one once the button is pressed', async () => {
    await page().getByRole('button', { name: 'Create Sprint Board' }).click();
    await boardRows(page()).filter({ hasText: 'Backlog' }).waitFor();
    expect(await boardRows(page()).count()).toBe(3);
    expect(readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8')).toContain('Backlog');
    const made = await openNotification(page(), 'Created docs/product/sprint_board.md');
    await made.getByRole('button', { name: 'New Item…' }).waitFor();
    await screenshot(page(), 'empty-board');
    await made.getByRole('button', { name: 'Open Board' }).click();
    await kanbanOf(page()).column('Backlog').getByText('No entries').waitFor();
    const offered = await offeredCommands(page());
    expect(offered).toEqual(expect.arrayContaining(['New Item…', 'Filter Board…']));
    for (const title of ['Create Sprint Board', 'Find Item…', 'Run Gate…']) expect(offered).not.toContain(title);
  });

  it('says where there is no folder that one is opened', async () => {
    const address = new URL(page().url());
    address.searchParams.delete('folder');
    address.searchParams.set('ew', 'true');
    await page().goto(address.href);
    await ready(page());
    await showBoard(page());
    const welcome = page().locator('.welcome-view-content').first();
    await welcome.getByRole('button', { name: 'Open Folder' }).waitFor();
    expect(await welcome.innerText()).toMatch(/Open its folder/);
    await screenshot(page(), 'empty-no-folder');
    expect(await offeredCommands(page())).toEqual(anywhere);
  });
});
