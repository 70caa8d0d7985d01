import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
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
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'pactwright-ui-'));
  afterAll(() => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });
  /** A folder with one spec and no board, so that the extension is active. */
  const withoutBoard = (name: string): string => {
    const specs = path.join(temporary, name, 'docs/specs');
    mkdirSync(specs, { recursive: true });
    writeFileSync(path.join(specs, 'STORY-001.md'), '# STORY-001: Something\n');
    return path.join(temporary, name);
  };
  const cases: readonly { what: string; options: WorkbenchOptions; says: RegExp; button: string }[] = [
    { what: 'no folder', options: {}, says: /Open its folder/, button: 'Open Folder' },
    { what: 'no board', options: { folder: withoutBoard('plain') }, says: /sprint_board\.md/, button: 'Show Log' },
    {
      what: 'no trust',
      options: { folder: withoutBoard('untrusted'), trust: false },
      says: /Restricted Mode/,
      button: 'Manage Workspace Trust',
    },
  ];
  it.each(cases)('$what: says why and what to do', async ({ what, options, says, button }) => {
    const { page, close } = await openWorkbench(options);
    try {
      await showBoard(page);
      const welcome = page.locator('.welcome-view-content');
      await welcome.getByRole('button', { name: button }).waitFor();
      expect(await welcome.innerText()).toMatch(says);
      await screenshot(page, `empty-${what.replace(' ', '-')}`);
    } finally {
      await close();
    }
  });
});

describe('Restricted Mode', () => {
  it('checks documents and shows the board without being trusted', async () => {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'pactwright-ui-'));
    const folder = path.join(temporary, 'bookshop');
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
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
