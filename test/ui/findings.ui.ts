import { describe, expect, it } from 'vitest';
import { shareWorkbench } from './shareWorkbench.js';
import {
  activeGroup,
  boardRows,
  hoverCard,
  openFile,
  runCommand,
  screenshot,
  showBoard,
  squiggles,
} from './workbench.js';

describe('the demo project in VS Code', () => {
  const { page } = shareWorkbench();

  it('shows the board with its sections, entries, tasks and counts', async () => {
    await showBoard(page());
    const rows = boardRows(page());
    await rows.filter({ hasText: 'STORY-003' }).first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts.filter((text) => /Backlog|In Progress|Done/.test(text))).toHaveLength(3);
    expect(texts.find((text) => text.includes('STORY-003'))).toMatch(/1\/2.*Redeem a voucher/s);
    await rows.filter({ hasText: 'Field in the checkout' }).waitFor();
    const done = rows.filter({ hasText: 'Voucher store' }).getByRole('checkbox');
    await done.waitFor();
    expect(await done.getAttribute('aria-checked')).toBe('true');
  });

  it('opens the board at the row that is clicked', async () => {
    await boardRows(page()).filter({ hasText: 'Field in the checkout' }).click();
    await page().locator('.tabs-container .tab.active[data-resource-name="sprint_board.md"]').waitFor();
    const line = page().locator('.editor-group-container.active .line-numbers.active-line-number');
    await line.waitFor();
    expect(await line.innerText()).toBe('24');
  });

  it('underlines mistakes and explains them', async () => {
    await openFile(page(), 'STORY-002.md');
    await squiggles(page(), 'warning').first().waitFor();
    await page().locator('.editor-group-container.active .view-line', { hasText: 'In-Progress' }).waitFor();
    const status = page().locator('.editor-group-container.active .view-line span', { hasText: 'In-Progress' }).last();
    const hover = page().locator('.monaco-hover', { hasText: 'W006' });
    await hoverCard(activeGroup(page()), hover, () => status.hover());
    expect(await hover.innerText()).toMatch(/Draft/);
    await screenshot(page(), 'hover');
  });

  it('lists the findings of closed files too', async () => {
    await runCommand(page(), 'Problems: Focus on Problems View');
    await screenshot(page(), 'overview');
    // The list holds only the rows that can be seen, so everything but the file names is folded away.
    await page()
      .getByRole('toolbar', { name: 'Problems actions' })
      .getByRole('button', { name: 'Collapse All' })
      .click();
    const files = page().locator('.markers-panel-container .monaco-list-row');
    for (const name of ['STORY-003.md', 'STORY-004.md', 'lessons.md', 'pactkit.yaml'])
      await files.filter({ hasText: name }).first().waitFor();
  });

  it('mends a finding from the light bulb', async () => {
    await openFile(page(), 'sprint_board.md');
    const line = page().locator('.editor-group-container.active .view-line', { hasText: 'Write the cart to storage' });
    await line.click();
    await page().keyboard.press('Control+.');
    const menu = page().locator('.context-view .action-widget', { hasText: 'Quick Fix' });
    await menu.waitFor();
    await screenshot(page(), 'quick-fix');
    await page().keyboard.press('Enter');
    await line.filter({ hasText: '[x]' }).waitFor();
  });
});
