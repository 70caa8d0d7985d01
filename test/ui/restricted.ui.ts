import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { board } from '../support/phaseStory.js';
import { axeViolations } from './axe.js';
import { fakeClaude } from './fakeClaude.js';
import { kanbanOf } from './kanbanPage.js';
import { offeredCommands } from './palette.js';
import { shareWorkbench } from './shareWorkbench.js';
import { askedText, boardRows, quiet, runCommand, screenshot, showBoard } from './workbench.js';

/** What is checked and shown without trust, and that nothing is started, is told by the host suite. */
describe('Restricted Mode', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agents-'));
  const env = fakeClaude(outside);
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const aside = path.join(outside, 'sprint_board.md');
  const { folder, page } = shareWorkbench(
    async (made) => {
      await makeDemo(made);
      renameSync(path.join(made, board), aside);
    },
    () => ({ env, trust: false }),
  );
  const header = (view: string): Locator => page().locator(`.pane-header[aria-label^="${view}"]`);
  const pane = (view: string): Locator => page().locator('.pane', { has: header(view) });

  it('says so where there is no board', async () => {
    await page().locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await showBoard(page());
    const welcome = pane('Sprint Board').locator('.welcome-view-content');
    await welcome.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    expect(await welcome.innerText()).toContain('Restricted Mode');
    await screenshot(page(), 'empty-no-trust');
  });

  it('shows the board, and does not write it', async () => {
    renameSync(aside, path.join(folder, board));
    const onDisk = (): string => readFileSync(path.join(folder, board), 'utf8');
    const before = onDisk();
    await boardRows(page()).filter({ hasText: 'STORY-004' }).first().waitFor();
    await screenshot(page(), 'restricted-mode');
    await runCommand(page(), 'Pactwright: Open Board');
    const { frame, card, drag, ids, column } = kanbanOf(page());
    await frame.getByText('Restricted Mode: the board is read-only.').waitFor();
    await drag(card('STORY-004'), card('STORY-003'));
    await expect.poll(() => frame.getByRole('status').innerText()).toBe('The board is read-only in Restricted Mode');
    await column('Backlog').locator('.cards').focus();
    await page().keyboard.press('Alt+ArrowRight');
    await page().keyboard.press('F2');
    expect(await ids('Backlog')).toEqual(['STORY-004']);
    expect(await frame.getByRole('textbox').count()).toBe(0);
    expect(onDisk()).toBe(before);
    expect(await axeViolations(frame)).toEqual([]);
  });

  it('says in each view why it is empty, and what to do', async () => {
    await runCommand(page(), 'Pactwright: Focus on Gates View');
    const gates = pane('Gates').locator('.welcome-view-content');
    await gates.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    expect(await gates.innerText()).toContain('not available in Restricted Mode');
    await screenshot(page(), 'gates-restricted');
    await runCommand(page(), 'Pactwright: Focus on Agents View');
    await pane('Agents').getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    expect(await pane('Agents').innerText()).toContain('not available in Restricted Mode');
    await screenshot(page(), 'agents-restricted');
  });

  it('offers what works without trust, and neither a phase nor a worktree', async () => {
    await page().keyboard.press('F1');
    const rows = page().locator('.quick-input-list .monaco-list-row');
    for (const query of ['Phase', 'Worktree', 'Gate…', 'Merge Driver', 'New Item']) {
      await askedText(page()).fill(`>Pactwright: ${query}`);
      await rows.first().waitFor();
      const offered = (await rows.allInnerTexts()).filter((text) => text.startsWith('Pactwright: '));
      expect(
        offered.filter((text) => text.includes(query)),
        query,
      ).toEqual([]);
    }
    await askedText(page()).fill('>Pactwright: ');
    await rows.filter({ hasText: 'Open Board' }).waitFor();
    await quiet(page().locator('.quick-input-widget'));
    await screenshot(page(), 'palette-restricted');
    await page().keyboard.press('Escape');
    expect(readdirSync(path.dirname(folder))).toEqual(['bookshop']);
    expect(readdirSync(outside)).not.toContain('record');
  });

  it('offers the rest once the workspace is trusted', async () => {
    await runCommand(page(), 'Workspaces: Manage Workspace Trust');
    await page().locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await page().locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' });
    await runCommand(page(), 'View: Close Modal Editor');
    await expect
      .poll(() => offeredCommands(page()))
      .toEqual(expect.arrayContaining(['New Item…', 'Phase: Act…', 'Prune Deleted Worktrees…', 'Run Gate…']));
    await page().keyboard.press('F1');
    await askedText(page()).fill('>Pactwright: ');
    await page().locator('.quick-input-list .monaco-list-row', { hasText: 'Add to Queue' }).waitFor();
    await quiet(page().locator('.quick-input-widget'));
    await screenshot(page(), 'palette');
    await page().keyboard.press('Escape');
  });
});
