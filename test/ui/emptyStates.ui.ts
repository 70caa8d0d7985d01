import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { temporaryFolder } from '../support/temporaryFolder.js';
import {
  boardRows,
  openFile,
  openWorkbench,
  screenshot,
  showBoard,
  squiggles,
  type WorkbenchOptions,
} from './workbench.js';

describe('what the board says when there is none', () => {
  /** One spec and no board: enough for the extension to be active. */
  const oneSpec = { 'docs/specs/STORY-001.md': '# STORY-001: Something\n' };
  const cases: readonly {
    what: string;
    options: Omit<WorkbenchOptions, 'folder'>;
    files?: Record<string, string>;
    says: RegExp;
    button: string;
  }[] = [
    { what: 'no folder', options: {}, says: /Open its folder/, button: 'Open Folder' },
    { what: 'no board', options: {}, files: oneSpec, says: /sprint_board\.md/, button: 'Create Sprint Board' },
    {
      what: 'no trust',
      options: { trust: false },
      files: oneSpec,
      says: /Restricted Mode/,
      button: 'Manage Workspace Trust',
    },
  ];
  it.each(cases)('$what: says why and what to do', async ({ what, options, files, says, button }) => {
    const folder = files && temporaryFolder(files);
    const { page, close } = await openWorkbench(folder === undefined ? options : { ...options, folder });
    try {
      await showBoard(page);
      // The board's; the trace below it has one of its own.
      const welcome = page.locator('.welcome-view-content').first();
      await welcome.getByRole('button', { name: button }).waitFor();
      expect(await welcome.innerText()).toMatch(says);
      await screenshot(page, `empty-${what.replace(' ', '-')}`);
    } finally {
      await close();
    }
  });
});

describe('a folder without a board', () => {
  it('has one once the button is pressed', async () => {
    const folder = temporaryFolder({ 'README.md': '# Nothing yet\n' });
    const { page, close } = await openWorkbench({ folder });
    try {
      await showBoard(page);
      await page.getByRole('button', { name: 'Create Sprint Board' }).click();
      await boardRows(page).filter({ hasText: 'Backlog' }).waitFor();
      expect(await boardRows(page).count()).toBe(3);
      expect(readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8')).toContain('Backlog');
      await screenshot(page, 'empty-board');
    } finally {
      await close();
    }
  });
});

describe('Restricted Mode', () => {
  it('checks documents and shows the board without being trusted', async () => {
    const folder = path.join(temporaryFolder(), 'bookshop');
    await makeDemo(folder);
    const { page, close } = await openWorkbench({ folder, trust: false });
    try {
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      await openFile(page, 'STORY-002.md');
      await squiggles(page, 'warning').first().waitFor();
      await showBoard(page);
      await boardRows(page).filter({ hasText: 'STORY-004' }).first().waitFor();
      await screenshot(page, 'restricted-mode');
    } finally {
      await close();
    }
  });
});
