import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { shareWorkbench } from './shareWorkbench.js';
import { boardRows, hoverUntil, screenshot, showBoard } from './workbench.js';

/** An edit goes through the server and back, on a machine that may have much else to do. */
const patience = { timeout: 30_000 };

describe('the board tree of the demo project', () => {
  const { folder, page } = shareWorkbench();
  const board = (): string => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');
  const row = (text: string): Locator => boardRows(page()).filter({ hasText: text }).first();
  /** As a person does: the editor's own scroll positions stay as they are. */
  const clickMiddle = async (target: Locator): Promise<void> => {
    // The tree is drawn anew with every change: what was there a moment ago may be another element now.
    const box = await vi.waitUntil(() => target.boundingBox(), patience);
    await page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
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

  it('ticks a task by its check box', async () => {
    // STORY-002 is on the demo's board twice, so nobody knows which one is meant.
    const text = 'Field in the checkout';
    expect(board()).toContain(`- [ ] ${text}`);
    await clickMiddle(row(text).getByRole('checkbox'));
    await expect.poll(board, patience).toContain(`- [x] ${text}`);
    await row(text).locator('[role="checkbox"][aria-checked="true"]').waitFor();
    await screenshot(page(), 'board-ticked');
  });

  it('moves an entry that is dragged to another section', async () => {
    expect(section('Backlog')).not.toContain('[STORY-003]');
    // While the tree is drawn anew the editor knows no rows, and a person drags again.
    await vi.waitFor(async () => {
      await row('STORY-003').dragTo(row('Backlog'), { timeout: 10_000 });
      await expect.poll(() => section('Backlog'), { timeout: 5_000 }).toContain('[STORY-003]');
    }, patience);
    expect(section('In Progress')).not.toContain('[STORY-003]');
    await boardRows(page()).filter({ hasText: 'Backlog' }).filter({ hasText: '2' }).waitFor();
    await screenshot(page(), 'board-moved');
  });

  it('shows the story card over an entry', async () => {
    const card = page().locator('.monaco-hover', { hasText: 'Blocked by' });
    await hoverUntil(page(), card, () => row('STORY-003').hover({ timeout: 5_000 }));
    await screenshot(page(), 'board-card');
  });
});
