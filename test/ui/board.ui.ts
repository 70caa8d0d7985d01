import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { shareWorkbench } from './shareWorkbench.js';
import { boardRows, hoverCard, screenshot, showBoard } from './workbench.js';

/** An edit goes through the server and back, on a machine that may have much else to do. */
const patience = { timeout: 30_000 };

describe('the board tree of the demo project', () => {
  const { folder, page } = shareWorkbench();
  const board = (): string => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');
  const row = (text: string): Locator => boardRows(page()).filter({ hasText: text }).first();
  /** What stands between the heading of a section and the next. */
  const section = (name: string): string =>
    board()
      .split(/^## /mu)
      .find((part) => part.includes(name)) ?? '';

  beforeAll(async () => {
    await showBoard(page());
    await page().locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
    await row('In Progress').waitFor();
  });

  it('shows sections, entries with what is known of them, and tasks with check boxes', async () => {
    await row('STORY-003').waitFor();
    await screenshot(page(), 'board-tree');
    expect(await boardRows(page()).getByRole('checkbox').count()).toBeGreaterThan(0);
  });

  it('ticks tasks by their check boxes, one right after the other', async () => {
    // STORY-002 is on the demo's board twice, so nobody knows which one is meant.
    const texts = ['Field in the checkout', 'Form without a password'];
    for (const text of texts) expect(board()).toContain(`- [ ] ${text}`);
    await row('STORY-004').locator('.monaco-tl-twistie').click();
    for (const text of texts) await row(text).waitFor();
    for (const text of texts) await row(text).getByRole('checkbox').click();
    for (const text of texts) {
      await expect.poll(board, patience).toContain(`- [x] ${text}`);
      await row(text).locator('[role="checkbox"][aria-checked="true"]').waitFor();
    }
    await screenshot(page(), 'board-ticked');
  });

  it('moves an entry that is dragged to another section', async () => {
    expect(section('Backlog')).not.toContain('[STORY-003]');
    await row('STORY-003').dragTo(row('Backlog'));
    await expect.poll(() => section('Backlog'), patience).toContain('[STORY-003]');
    expect(section('In Progress')).not.toContain('[STORY-003]');
    await boardRows(page()).filter({ hasText: 'Backlog' }).filter({ hasText: '2' }).waitFor();
    await screenshot(page(), 'board-moved');
  });

  it('moves entries that are selected together and dragged by one of them', async () => {
    await row('STORY-004').click();
    await row('STORY-003').click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(() => boardRows(page()).and(page().locator('.selected')).count()).toBe(2);
    await row('STORY-003').dragTo(row('In Progress'));
    const headings = (name: string): readonly string[] => section(name).match(/(?<=^### \[)[^\]]+/gmu) ?? [];
    await expect
      .poll(() => headings('In Progress'), patience)
      .toEqual(['STORY-002', 'STORY-002', 'STORY-004', 'STORY-003']);
    expect(headings('Backlog')).toEqual([]);
    expect(section('In Progress')).toContain('- [ ] Confirmation by e-mail');
    await boardRows(page()).filter({ hasText: 'In Progress' }).filter({ hasText: '4' }).waitFor();
    await screenshot(page(), 'board-moved-together');
    // Back to a section that was empty by then, and shows what has come.
    await row('STORY-003').dragTo(row('Backlog'));
    await expect.poll(() => boardRows(page()).nth(1).textContent(), patience).toContain('STORY-003');
    expect(headings('Backlog')).toEqual(['STORY-003']);
  });

  it('shows the story card over an entry', async () => {
    const card = page().locator('.monaco-hover', { hasText: 'Blocked by' });
    await hoverCard(page().locator('[aria-label="Sprint Board"]'), card, () => row('STORY-003').hover());
    await screenshot(page(), 'board-card');
  });
});
