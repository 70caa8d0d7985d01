import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment, run } from '../../scripts/lib/processes.mjs';
import { shareWorkbench } from './shareWorkbench.js';
import {
  activeFile,
  activeGroup,
  askedText,
  clickLens,
  clickWord,
  editorLine,
  followsBrowserColours,
  goToLine,
  hoverCard,
  hoverWord,
  quiet,
  openFile,
  openNotification,
  runCommand,
  screenshot,
  screenshotInThemes,
} from './workbench.js';

describe('the documents of the demo project in the editor', () => {
  const { folder, page } = shareWorkbench(undefined, () => ({ settings: followsBrowserColours }));
  const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  /** Opens a document and shows the first line that holds a text. */
  const show = async (file: string, text: string): Promise<void> => {
    await openFile(page(), path.basename(file));
    await goToLine(
      page(),
      textOf(file)
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1,
    );
    await editorLine(page(), text).waitFor();
  };
  const board = 'docs/product/sprint_board.md';
  const there = (...files: readonly string[]): boolean => files.every((file) => existsSync(path.join(folder, file)));

  /** The lenses of the active editor. */
  const lens = (text: string): Locator => page().locator('.codelens-decoration a', { hasText: text });
  const peek = (): Locator => page().locator('.peekview-widget');
  const closePeek = async (): Promise<void> => {
    await page().keyboard.press('Escape');
    await peek().waitFor({ state: 'detached' });
  };

  it('counts tasks, criteria, scenarios and tests above title and headings, and opens what it counts', async () => {
    await openFile(page(), 'STORY-008.md');
    await lens('Done · 2/2 tasks · 1/2 AC tested').first().waitFor();
    await lens('3 out of sync').waitFor();
    await lens('1 scenario · 0 tests').first().waitFor();
    await clickLens(lens('3 out of sync'), peek());
    await screenshot(page(), 'code-lens');
    await closePeek();
    await clickLens(lens('1 scenario · 1 test').first(), peek());
    expect(await peek().locator('.monaco-list-row').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/ratings\.test\.js/)]),
    );
    await closePeek();
    await goToLine(page(), 1);
    const rows = page().locator('[aria-label="Trace"] .monaco-list-row');
    await clickLens(lens('Done · 2/2 tasks').first(), rows.filter({ hasText: 'STORY-008' }).first());
    await page().keyboard.press('Control+Shift+E');
  });

  it('explains an id with a card', async () => {
    await show(board, '[STORY-008]');
    await lens('Done · 2/2 tasks · 1/2 AC tested').first().waitFor();
    const card = page().locator('.monaco-hover', { hasText: 'Rate a book' });
    await hoverCard(activeGroup(page()), card, () => hoverWord(page(), '[STORY-008]', 'STORY-008'));
    const text = await card.innerText();
    expect(text).toMatch(/Done · Status Done · Priority P2 · 2\/2 tasks · 1\/2 AC tested/);
    expect(text).toMatch(/Last commit .*STORY-008/);
    await screenshot(page(), 'hover-card');
    await page().keyboard.press('Escape');
  });

  it('leads from the board to the spec, and to everything that names the item', async () => {
    await show(board, '[STORY-006]');
    await lens('Done · 2/2 tasks · 2/2 AC tested').first().waitFor();
    await editorLine(page(), '[STORY-006]').locator('.detected-link').first().waitFor();
    await clickWord(page(), '[STORY-006]', 'STORY-006', ['ControlOrMeta']);
    await activeFile(page(), 'STORY-006.md').waitFor();
    await lens('Done · 2/2 tasks').first().waitFor();
    await clickWord(page(), '# STORY-006', 'STORY-006');
    await page().keyboard.press('Shift+F12');
    await peek().waitFor();
    const rows = (): Promise<string> => peek().locator('.ref-tree').innerText();
    await expect.poll(rows).toMatch(/STORY-006_case\.md/);
    expect(await rows()).toMatch(/search\.test\.js/);
    await closePeek();
  });

  it('opens the files that a spec names', async () => {
    await show('docs/specs/STORY-006.md', 'shop/search.js');
    await editorLine(page(), 'shop/search.js').locator('.detected-link').first().waitFor();
    await clickWord(page(), 'shop/search.js', 'search', ['ControlOrMeta']);
    await activeFile(page(), 'search.js').waitFor();
  });

  it('offers ids with their titles, and the steps that the project has', async () => {
    await openFile(page(), 'context.md');
    await page().keyboard.press('Control+End');
    await page().keyboard.type('\nNext comes STORY-');
    const offers = page().locator('.suggest-widget .monaco-list-row');
    await offers.filter({ hasText: 'Rate a book' }).waitFor();
    await screenshot(page(), 'completion');
    await page().keyboard.type('008');
    await page().keyboard.press('Enter');
    await editorLine(page(), 'Next comes STORY-008').waitFor();
    await runCommand(page(), 'File: Revert File');

    await openFile(page(), 'STORY-008_case.md');
    await page().keyboard.press('Control+End');
    await page().keyboard.type('\n## TC-3: taken back (AC2)\n\n- **Given** a');
    await page().keyboard.press('Control+Space');
    await offers.filter({ hasText: 'a book rated 5 and 4' }).waitFor();
    await page().keyboard.press('Escape');
    await runCommand(page(), 'File: Revert File');
  });

  it('shows a drift with its other end and the way out', async () => {
    await show(board, '[BUG-001]');
    await runCommand(page(), 'Problems: Focus on Problems View');
    const problems = page().locator('.markers-panel-container .monaco-list-row');
    await page().locator('.markers-panel-container, .panel').getByRole('textbox').first().fill('PW618');
    await problems.filter({ hasText: 'The sum of an order is wrong' }).first().waitFor();
    await screenshotInThemes(page(), 'drift');
    await runCommand(page(), 'View: Toggle Panel Visibility');
    await show(board, '[STORY-007]');
    await clickWord(page(), '[STORY-007]', 'STORY-007');
    // VS Code drops the menu where problems of the document come in while it is being asked for.
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    const menu = page().locator('.context-view .action-widget');
    await menu.getByText('Set the Status').first().waitFor();
    await menu.getByText('Set the Status').first().click();
    await openFile(page(), 'STORY-007.md');
    await editorLine(page(), '| Status | Done |').waitFor();
    await runCommand(page(), 'File: Save All');
  });

  it('creates the test case that is missing', async () => {
    await show('docs/specs/STORY-004.md', '# STORY-004');
    // It moves the line down.
    await lens('Backlog · 0/2 tasks').first().waitFor();
    await clickWord(page(), '# STORY-004', 'STORY-004');
    await runCommand(page(), 'Refactor...');
    const menu = page().locator('.context-view .action-widget');
    await menu.getByText('Create the test case').waitFor();
    await menu.getByText('Create the test case').click();
    await expect.poll(() => there('docs/test_cases/STORY-004_case.md')).toBe(true);
  });

  it('finds items and what belongs to them by words', async () => {
    await page().keyboard.press('Control+T');
    const input = askedText(page());
    await input.fill('#mean ratings');
    const rows = page().locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'STORY-008/AC1' }).waitFor();
    await page().keyboard.press('Escape');
  });

  it('shows titles behind ids where they are wanted, and ids in a colour', async () => {
    mkdirSync(path.join(folder, '.vscode'), { recursive: true });
    writeFileSync(path.join(folder, '.vscode/settings.json'), '{ "pactwright.inlayHints.titles": true }\n');
    await show('docs/specs/STORY-003.md', '| Depends on |');
    const line = editorLine(page(), '| Depends on |');
    await line.filter({ hasText: 'Put a book into the cart' }).waitFor();
    const colour = (word: string): Promise<string> =>
      line
        .locator('span', { hasText: word })
        .last()
        .evaluate((span) => getComputedStyle(span).color);
    expect(await colour('STORY-001')).not.toBe(await colour('Depends on'));
  });

  it('renames an item with its files, undoes that at once and redoes it', async () => {
    await show('docs/specs/STORY-008.md', '# STORY-008');
    await lens('Done · 2/2 tasks').first().waitFor();
    await clickWord(page(), '# STORY-008', 'STORY-008');
    await page().keyboard.press('F2');
    // The box is in the page before it is shown; once it has the focus the old name is selected.
    await page().locator('.rename-box input:focus').waitFor();
    await page().keyboard.type('STORY-1008');
    await screenshot(page(), 'rename');
    await page().keyboard.press('Enter');
    await activeFile(page(), 'STORY-1008.md').waitFor();
    const renamed = ['docs/specs/STORY-1008.md', 'docs/test_cases/STORY-1008_case.md'];
    const isRenamed = async (): Promise<void> => {
      await expect.poll(() => there(...renamed)).toBe(true);
      await expect.poll(() => textOf('docs/test_cases/STORY-1008_case.md')).toMatch(/^# Test Cases: STORY-1008 /u);
      await expect
        .poll(() => textOf('docs/product/sprint_board.md'))
        .toMatch(/\[STORY-1008\] Rate a book\n> Spec: docs\/specs\/STORY-1008\.md\n/);
      await expect
        .poll(() => textOf('docs/specs/STORY-1008.md'))
        .toMatch(/^# STORY-1008: Rate a book\n[^]*\| ID \| STORY-1008 \|/);
      await expect.poll(() => textOf('test/ratings.test.js')).toMatch(/'STORY-1008\/AC1: /);
      await page().locator('.tab.dirty').first().waitFor({ state: 'detached' });
    };
    await isRenamed();
    await show('docs/specs/STORY-002.md', '# STORY-002');
    const told = await openNotification(page(), 'Renamed STORY-008 to STORY-1008 in');
    await screenshot(page(), 'renamed');
    await told.getByRole('button', { name: 'Open Spec' }).click();
    await activeFile(page(), 'STORY-1008.md').waitFor();
    // An open center would take the next Escape.
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await editorLine(page(), '# STORY-1008').click();
    const changed = async (): Promise<readonly string[]> => {
      const { output } = await run('git', ['status', '--short'], { cwd: folder, env: cleanEnvironment() });
      return output.split('\n').filter((line) => /008|board|context|ratings/.test(line));
    };
    await page().keyboard.press('Control+Z');
    await expect.poll(() => there('docs/specs/STORY-008.md', 'docs/test_cases/STORY-008_case.md')).toBe(true);
    expect(renamed.some((file) => there(file))).toBe(false);
    // The editor undoes one file after the other, and each is saved again.
    await expect.poll(changed).toEqual([]);
    await page().locator('.tab.dirty').first().waitFor({ state: 'detached' });
    await lens('Done · 2/2 tasks').first().waitFor();
    await screenshot(page(), 'rename-undone');
    await page().keyboard.press('Control+Y');
    await isRenamed();
    expect(there('docs/specs/STORY-008.md') || there('docs/test_cases/STORY-008_case.md')).toBe(false);
  });
});
