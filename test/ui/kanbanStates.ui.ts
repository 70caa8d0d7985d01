import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { axeViolations } from './axe.js';
import { kanbanOf } from './kanbanPage.js';
import { openFile, openNotification, openWorkbench, runCommand, showBoard } from './workbench.js';

describe('where there is no board to show', () => {
  it('says why and what to do, and makes one that is wanted', async () => {
    const folder = temporaryFolder({
      'docs/specs/STORY-001.md': '# STORY-001: Something\n',
      'notes/sprint_board.md': '# Not of a project\n',
    });
    const { page, close } = await openWorkbench({ folder });
    try {
      const { frame, column } = kanbanOf(page);
      await openFile(page, 'sprint_board.md');
      const toBoard = page.locator('.editor-group-container.active .editor-actions a[aria-label="Open Board"]');
      await toBoard.click();
      await frame.getByText('not the sprint board of an open project').waitFor();
      expect(await axeViolations(frame)).toEqual([]);
      await frame.getByRole('button', { name: 'Open as Text' }).click();
      await toBoard.waitFor();
      await page.keyboard.press('Control+F4');

      await runCommand(page, 'Pactwright: Open Board');
      await openNotification(page, 'No sprint board found');
      await page.getByRole('button', { name: 'Create Board' }).click();
      await column('In Progress').getByText('No entries').waitFor();
      writeFileSync(path.join(folder, 'docs/product/sprint_board.md'), '# Sprint Board\n');
      await frame.getByText('This board has no sections yet').waitFor();
    } finally {
      await close();
    }
  });
});

describe('the board in Restricted Mode', () => {
  it('is shown, and not written', async () => {
    const folder = path.join(temporaryFolder(), 'bookshop');
    await makeDemo(folder);
    const file = path.join(folder, 'docs/product/sprint_board.md');
    const before = readFileSync(file, 'utf8');
    const { page, close } = await openWorkbench({ folder, trust: false });
    try {
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await runCommand(page, 'Pactwright: Open Board');
      const { frame, card, drag, ids, column } = kanbanOf(page);
      await frame.getByText('Restricted Mode: the board is read-only.').waitFor();
      await drag(card('STORY-004'), card('STORY-003'));
      await expect.poll(() => frame.getByRole('status').innerText()).toBe('The board is read-only in Restricted Mode');
      await column('Backlog').locator('.cards').focus();
      await page.keyboard.press('Alt+ArrowRight');
      await page.keyboard.press('F2');
      expect(await ids('Backlog')).toEqual(['STORY-004']);
      expect(await frame.getByRole('textbox').count()).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect(await axeViolations(frame)).toEqual([]);
    } finally {
      await close();
    }
  });
});

describe('a board of 2,000 cards', () => {
  const entries = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => {
      const id = `STORY-${String(from + index).padStart(4, '0')}`;
      return `### [${id}] The ${from + index}th thing\n> Spec: docs/specs/${id}.md\n\n- [ ] Do it\n- [x] Think of it\n`;
    }).join('\n');
  const board = `# Sprint Board\n\n## 📋 Backlog\n\n${entries(1, 900)}\n## 🔄 In Progress\n\n${entries(901, 100)}\n## ✅ Done\n\n${entries(1001, 1000)}`;

  it('makes few elements, and goes to its end and back', async () => {
    const folder = temporaryFolder({
      'docs/product/sprint_board.md': board,
      'docs/specs/STORY-0001.md': '# STORY-0001: The 1th thing\n',
    });
    const { page, close } = await openWorkbench({ folder });
    try {
      await showBoard(page);
      await runCommand(page, 'Pactwright: Open Board');
      const { frame, column, active, ids } = kanbanOf(page);
      await frame.getByText('2000 cards').waitFor();
      const elements = (): Promise<number> => frame.locator('body *').count();
      expect(await elements()).toBeLessThan(1_500);
      await column('Done').locator('.cards').focus();
      await page.keyboard.press('End');
      await expect.poll(active).toBe('STORY-2000');
      expect(await elements()).toBeLessThan(1_500);
      await page.keyboard.press('Alt+ArrowLeft');
      await expect.poll(active).toBe('STORY-2000');
      await expect.poll(async () => (await ids('In Progress')).at(-1)).toBe('STORY-2000');
      await expect
        .poll(() => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8'))
        .toMatch(/\[STORY-1000\][^]*\[STORY-2000\][^]*## ✅ Done/u);
      // A page that is not shown is gone; made anew, it is where the person was.
      await openFile(page, 'STORY-0001.md');
      await page.locator('.tabs-container .tab[data-resource-name="sprint_board.md"]').click();
      await expect.poll(active).toBe('STORY-2000');
      await expect.poll(() => frame.locator('.cards:focus .card.active').isVisible()).toBe(true);
    } finally {
      await close();
    }
  });
});
