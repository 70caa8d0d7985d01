import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from './axe.js';
import { fingerOn } from './finger.js';
import { kanbanOf, type KanbanPage } from './kanbanPage.js';
import { shareWorkbench } from './shareWorkbench.js';
import {
  activeFile,
  answerText,
  askCommand,
  askedText,
  chooseInMenu,
  editorLine,
  openFile,
  openNotification,
  runCommand,
  screenshot,
  showBoard,
  useTheme,
} from './workbench.js';

describe('the board as columns of cards', () => {
  const { folder, page, errors } = shareWorkbench();
  const file = path.join(folder, 'docs/product/sprint_board.md');
  const onDisk = (): string => readFileSync(file, 'utf8');
  const kanban = (): KanbanPage => kanbanOf(page());
  const dialog = (): Locator => page().locator('.monaco-dialog-box');
  const dirty = (): Locator => page().locator('.tabs-container .tab.dirty[data-resource-name="sprint_board.md"]');

  it('shows the sections as columns, and what is known of each item on its card', async () => {
    await showBoard(page());
    await runCommand(page(), 'Pactwright: Open Board');
    const { column, card, ids } = kanban();
    await column('In Progress').waitFor();
    expect(await ids('Backlog')).toEqual(['STORY-004']);
    await card('STORY-003').locator('.progress').getByText('1/2').waitFor();
    expect(await column('Done').getAttribute('data-column')).toBe('✅ Done');
  });

  it('looks like a part of the editor in every theme, and has nothing that axe-core finds', async () => {
    const { frame, card } = kanban();
    await card('STORY-003').locator('.progress').click();
    await page().mouse.move(520, 700);
    for (const [theme, name] of [
      ['Dark Modern', 'kanban-dark'],
      ['Dark High Contrast', 'kanban-contrast'],
      ['Light High Contrast', undefined],
      ['Light Modern', 'kanban'],
    ] as const) {
      await useTheme(page(), theme);
      await card('STORY-003').locator('.title').click();
      await page().mouse.move(520, 700);
      if (name !== undefined) await screenshot(page(), name);
      expect(await axeViolations(frame), theme).toEqual([]);
    }
    await page().keyboard.press('Space');
    await frame.getByRole('treeitem', { name: 'Voucher store' }).waitFor({ state: 'detached' });
  });

  it('moves a card that is dragged with the mouse, and saves the file, which had no unsaved changes', async () => {
    const { column, card, drag, ids } = kanban();
    await drag(card('STORY-004'), card('STORY-003'));
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-002', 'STORY-004', 'STORY-003', 'STORY-002']);
    await column('Backlog').getByText('No entries').waitFor();
    await expect.poll(onDisk).toMatch(/In Progress[^]*\[STORY-004\][^]*\[STORY-003\]/u);
    await expect.poll(() => dirty().count()).toBe(0);
  });

  it('leaves a card where it is when Escape is pressed while it is dragged', async () => {
    const { card, column, frame, ids } = kanban();
    const before = await ids('In Progress');
    const from = await card('STORY-003').boundingBox();
    const to = await column('Done').boundingBox();
    if (!from || !to) throw new Error('no card, or no column');
    await page().mouse.move(from.x + 30, from.y + 30);
    await page().mouse.down();
    await page().mouse.move(to.x + 60, to.y + 200, { steps: 6 });
    await frame.locator('.ghost').waitFor();
    await page().keyboard.press('Escape');
    await page().mouse.up();
    await frame.locator('.ghost').waitFor({ state: 'detached' });
    expect(await ids('In Progress')).toEqual(before);
  });

  it('undoes a move and redoes it as the editor does any edit, and saves the file each time', async () => {
    const { ids, card, frame } = kanban();
    await card('STORY-004').click();
    await page().keyboard.press('Control+Z');
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-004']);
    await expect.poll(onDisk).toMatch(/Backlog[^]*\[STORY-004\][^]*In Progress/u);
    await expect.poll(() => dirty().count()).toBe(0);
    expect(await frame.locator('.cards:focus').count()).toBe(1);
    await screenshot(page(), 'kanban-undone');
    await page().keyboard.press('Control+Y');
    await expect.poll(() => ids('Backlog')).toEqual([]);
    await expect.poll(onDisk).toMatch(/In Progress[^]*\[STORY-004\][^]*\[STORY-003\]/u);
    await expect.poll(() => dirty().count()).toBe(0);
    await page().keyboard.press('Control+Z');
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-004']);
    await expect.poll(onDisk).toMatch(/Backlog[^]*\[STORY-004\][^]*In Progress/u);
  });

  it('takes back a change to a file that is read-only, and says how to go on', async () => {
    const { card, drag, ids } = kanban();
    const before = onDisk();
    chmodSync(file, 0o444);
    try {
      await drag(card('STORY-004'), card('STORY-003'));
      const told = await openNotification(page(), 'is read-only: make it writable and try again');
      await told.locator('.codicon-notifications-expand').click();
      await expect.poll(() => ids('Backlog')).toEqual(['STORY-004']);
      expect(onDisk()).toBe(before);
      expect(await dirty().count()).toBe(0);
      await screenshot(page(), 'kanban-read-only');
    } finally {
      chmodSync(file, 0o644);
    }
    await runCommand(page(), 'Notifications: Clear All Notifications');
  });

  it('takes a card beside an item that is there twice, and ticks a task of either', async () => {
    const { card, drag, ids, frame } = kanban();
    await drag(card('STORY-004'), card('STORY-002').last());
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-002', 'STORY-003', 'STORY-004', 'STORY-002']);
    await card('STORY-002').last().locator('.progress').click();
    await frame.getByRole('treeitem', { name: 'Expiry after thirty days' }).click();
    await expect.poll(onDisk).toMatch(/\[STORY-004\][^]*- \[x\] Expiry after thirty days/u);
    expect(await frame.locator('.notice, [role=alert]').count()).toBe(0);
    await screenshot(page(), 'kanban-twice');
    await card('STORY-002').last().locator('.progress').click();
    await drag(card('STORY-004'), kanban().column('Backlog'));
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-004']);
  });

  it('says what blocks an item that is moved to Done, and leaves it where it was unless it is moved anyway', async () => {
    const { card, column, drag, ids } = kanban();
    const isInProgress = /In Progress[^]*\[STORY-003\][^]*## ✅ Done/u;
    await drag(card('STORY-003'), column('Done').locator('.cards'), { below: true });
    await dialog().getByText('STORY-003 does not pass the gate done').waitFor();
    expect(await dialog().innerText()).toContain('• 1 of 2 dependencies not done');
    await screenshot(page(), 'kanban-done-blocked');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => ids('In Progress')).toContain('STORY-003');
    expect(onDisk()).toMatch(isInProgress);
    await drag(card('STORY-003'), column('Done').locator('.cards'), { below: true });
    await dialog().getByRole('button', { name: 'Show' }).click();
    const gates = page().locator('[aria-label="Gates"] .monaco-list-row');
    await gates.filter({ hasText: 'STORY-003' }).first().waitFor();
    await expect.poll(() => ids('In Progress')).toContain('STORY-003');
    await screenshot(page(), 'kanban-done-shown');
    expect(onDisk()).toMatch(isInProgress);
  });

  it('is operated with the keyboard alone, and the focus stays with the card that is moved', async () => {
    const { frame, ids, active } = kanban();
    await frame.locator('.cards').first().focus();
    await page().keyboard.press('Home');
    await expect.poll(active).toBe('STORY-004');
    await page().keyboard.press('Alt+ArrowRight');
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-002', 'STORY-003', 'STORY-002', 'STORY-004']);
    await expect.poll(active).toBe('STORY-004');
    await expect.poll(onDisk).toMatch(/Expiry after[^]*STORY-004[^]*## ✅ Done/u);
    await page().keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-004']);
    await expect.poll(active).toBe('STORY-004');
    await expect.poll(() => frame.getByRole('status').innerText()).toMatch(/STORY-004 moved to Backlog, 1 of 1/u);
    await page().keyboard.press('ArrowRight');
    await page().keyboard.press('End');
    await page().keyboard.press('ArrowRight');
    await page().keyboard.press('Home');
    await expect.poll(active).toBe('STORY-001');
    await page().keyboard.press('Alt+ArrowDown');
    await expect.poll(() => ids('Done')).toEqual(['STORY-006', 'STORY-001', 'STORY-007', 'STORY-008', 'BUG-001']);
    await expect.poll(onDisk).toMatch(/\[STORY-006\][^]*\[STORY-001\][^]*\[STORY-007\]/u);
    await expect.poll(active).toBe('STORY-001');
    await page().keyboard.press('Alt+ArrowUp');
    await expect.poll(onDisk).toMatch(/\[STORY-001\][^]*\[STORY-006\]/u);
    // Faster than the file is written.
    for (const key of ['Down', 'Down', 'Down', 'Up', 'Up', 'Down', 'Up', 'Up'])
      await page().keyboard.press(`Alt+Arrow${key}`);
    const before = ['STORY-001', 'STORY-006', 'STORY-007', 'STORY-008', 'BUG-001'];
    expect(await ids('Done')).toEqual(before);
    const inOrder = new RegExp(before.map((id) => `\\[${id}\\]`).join('[^]*'), 'u');
    await expect.poll(onDisk, { timeout: 10_000 }).toMatch(inOrder);
    await page().waitForTimeout(1_000);
    expect(await ids('Done')).toEqual(before);
    await expect.poll(active).toBe('STORY-001');
  });

  it('shows its keys, and gives the focus back', async () => {
    const { frame, active } = kanban();
    await page().keyboard.press('?');
    await frame.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    expect(await axeViolations(frame)).toEqual([]);
    await page().keyboard.press('Escape');
    await frame.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(active).toBe('STORY-001');
  });

  it('puts a card back that cannot be moved, and says why', async () => {
    const { frame, ids, card, column, drag } = kanban();
    // Whatever comes below a fence that is never closed would be a part of it.
    const before = onDisk();
    writeFileSync(file, `${before}\n### [BUG-002] Open end\n\n\`\`\`\n`);
    await card('BUG-002').waitFor();
    await drag(card('STORY-003'), column('Done').locator('.cards'), { below: true });
    await dialog().getByRole('button', { name: 'Move Anyway' }).click();
    await expect.poll(() => frame.getByRole('status').innerText()).toMatch(/STORY-003 was moved back to In Progress/u);
    expect(await ids('In Progress')).toEqual(['STORY-002', 'STORY-003', 'STORY-002']);
    await openNotification(page(), 'Nothing was changed');
    writeFileSync(file, before);
    await card('BUG-002').waitFor({ state: 'detached' });
    await runCommand(page(), 'Notifications: Clear All Notifications');
  });

  it('opens a card, ticks its tasks and edits its title', async () => {
    const { frame, card } = kanban();
    await card('STORY-003').click();
    await page().keyboard.press('Space');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Space');
    await frame.getByRole('treeitem', { name: 'Field in the checkout', checked: true }).waitFor();
    await expect.poll(onDisk).toContain('- [x] Field in the checkout');
    const offer = await openNotification(page(), 'All tasks of STORY-003 are ticked');
    await screenshot(page(), 'kanban-done-offer');
    await offer.getByRole('button', { name: 'Move to Done' }).click();
    await dialog().getByText('STORY-003 does not pass the gate done').waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await frame.locator('.cards').nth(1).focus();
    await page().keyboard.press('ArrowUp');
    await page().keyboard.press('ArrowUp');
    await page().keyboard.press('F2');
    const field = frame.getByRole('textbox', { name: 'Title of STORY-003' });
    await field.fill('x'.repeat(501));
    await page().keyboard.press('Enter');
    await expect.poll(() => frame.getByRole('status').innerText()).toContain('has 501 characters: use at most 500');
    await page().keyboard.press('F2');
    await field.fill('Redeem a gift');
    await page().keyboard.press('Enter');
    await card('STORY-003').getByText('Redeem a gift').waitFor();
    await expect.poll(onDisk).toContain('### [STORY-003] Redeem a gift');
    await expect.poll(() => dirty().count()).toBe(0);
  });

  it('filters cards', async () => {
    const { frame, ids, active } = kanban();
    await page().keyboard.press('Control+F');
    await page().keyboard.type('nothing like it');
    await frame.getByText('0 of 9 cards').waitFor();
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
    await page().keyboard.press('/');
    await page().keyboard.type('voucher store');
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-003']);
    await frame.getByText('1 of 9 cards').waitFor();
    await page().keyboard.press('Enter');
    await expect.poll(active).toBe('STORY-003');
    await page().keyboard.press('Escape');
    await frame.getByText('9 cards', { exact: true }).waitFor();
  });

  it('shows what is changed on disk at once, and keeps the focus', async () => {
    const { card, active, column, ids } = kanban();
    await card('STORY-006').click();
    writeFileSync(
      file,
      onDisk()
        .replace('Search by author', 'Search by title')
        .replace('### [STORY-001]', '### [STORY-009] New\n\n### [STORY-001]')
        .concat('\n## 🧊 Icebox\n'),
    );
    await card('STORY-006').getByText('Search by title').waitFor();
    await expect.poll(() => ids('Done')).toContain('STORY-009');
    await column('🧊 Icebox').getByText('No entries').waitFor();
    await expect.poll(active).toBe('STORY-006');
  });

  it('loses nothing that somebody types into the file meanwhile, and leaves it unsaved', async () => {
    const { card, ids, drag } = kanban();
    await card('STORY-007').dblclick();
    await page().locator('.editor-group-container.active .view-line', { hasText: 'Show the delivery time' }).waitFor();
    await page().keyboard.press('End');
    await page().keyboard.type(' to come');
    await dirty().first().waitFor();
    await card('STORY-007').getByText('Show the delivery time to come').waitFor();
    await drag(card('STORY-007'), card('STORY-009'));
    await expect
      .poll(() => ids('Done'))
      .toEqual(['STORY-007', 'STORY-009', 'STORY-001', 'STORY-006', 'STORY-008', 'BUG-001']);
    await page().locator('.editor-group-container .view-line', { hasText: 'to come' }).waitFor();
    // What the tree and the text show is in the document alone.
    await page().waitForTimeout(1_000);
    expect(onDisk()).not.toContain('to come');
    expect(await dirty().count()).toBeGreaterThan(0);
    await page().keyboard.press('Control+Z');
    await expect
      .poll(() => ids('Done'))
      .toEqual(['STORY-009', 'STORY-001', 'STORY-006', 'STORY-007', 'STORY-008', 'BUG-001']);
    await card('STORY-007').getByText('Show the delivery time to come').waitFor();
    await page().keyboard.press('Control+S');
    await expect.poll(onDisk).toContain('Show the delivery time to come');
  });

  it('offers what can be done with a card in the menu of the editor', async () => {
    const { card, column } = kanban();
    const menu = page().locator('.monaco-menu');
    await card('STORY-004').click();
    await page().keyboard.press('Shift+F10');
    await menu.getByText('Move to').first().waitFor();
    await page().keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await card('STORY-004').click({ button: 'right' });
    await menu.getByText('Move to').first().waitFor();
    const labels = await menu.locator('.action-label').allInnerTexts();
    expect(labels.join('\n')).toMatch(/Open Spec[^]*Show Findings/u);
    expect(labels.join('\n')).not.toMatch(/Paste/u);
    await chooseInMenu(page(), 'Move to');
    await page().locator('.quick-input-list .monaco-list-row', { hasText: 'In Progress' }).click();
    await column('In Progress').getByText('STORY-004', { exact: true }).waitFor();
  });

  it('goes back and forth between board and text, and to the spec of a card', async () => {
    const { card, column } = kanban();
    await page().locator('.editor-group-container.active .editor-actions a[aria-label^="Open Board as Text"]').click();
    await page().locator('.editor-group-container.active .view-line', { hasText: 'Sprint Board' }).first().waitFor();
    await page().locator('.editor-group-container.active .editor-actions a[aria-label^="Open Board"]').first().click();
    await column('Done').waitFor();
    await card('STORY-003').click();
    await page().keyboard.press('Enter');
    await activeFile(page(), 'STORY-003.md').waitFor();
  });

  it('makes an item in a column, collapses columns, hints at more to the side, finds an item by name, and undoes it whole', async () => {
    const { frame, column, card, ids } = kanban();
    // The board is still open beside the spec.
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Open Board');
    const specs = readdirSync(path.join(folder, 'docs/specs'));
    await frame.getByRole('button', { name: 'New Item in In Progress' }).click();
    await askedText(page()).press('Enter');
    await answerText(page(), 'its title', 'Give a book away');
    await answerText(page(), 'task 1', '');
    await expect.poll(onDisk).toMatch(/In Progress[^]*Give a book away[^]*## ✅ Done/u);
    // The spec takes the focus once it is open.
    await editorLine(page(), 'Description of the problem').waitFor();
    await page().locator('.tabs-container .tab[data-resource-name="sprint_board.md"]').first().click();
    await card('STORY-001').waitFor();
    const cards = String((await ids('Done')).length);
    await frame.getByRole('button', { name: 'Collapse Done' }).click();
    await card('STORY-001').waitFor({ state: 'detached' });
    expect(await column('Done').locator('.count').innerText()).toBe(cards);
    expect(await axeViolations(frame)).toEqual([]);
    await screenshot(page(), 'kanban-collapsed');
    await page().keyboard.press('Enter');
    await card('STORY-001').waitFor();
    await page().setViewportSize({ width: 800, height: 800 });
    await screenshot(page(), 'kanban-narrow');
    await page().setViewportSize({ width: 1280, height: 800 });
    await askCommand(page(), 'Pactwright: Find Item…');
    await askedText(page()).fill('Give a book');
    await askedText(page()).press('Enter');
    await page()
      .locator('.tabs-container .tab.active', { hasText: /STORY-\d+\.md/u })
      .waitFor();
    await page().locator('.tabs-container .tab[data-resource-name="sprint_board.md"]').first().click();
    await card('STORY-001').click();
    await page().keyboard.press('Control+z');
    await expect.poll(() => readdirSync(path.join(folder, 'docs/specs'))).toEqual(specs);
    await expect.poll(onDisk).not.toContain('Give a book away');
  });

  it('moves several cards at once, with mouse, keys and menu, undone by one undo', async () => {
    const { card, column, drag, ids, frame } = kanban();
    writeFileSync(file, boardOf({ Backlog: [1, 2, 3, 4], 'In Progress': [5], Icebox: [] }));
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Open Board');
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-001', 'STORY-002', 'STORY-003', 'STORY-004']);
    await card('STORY-001').click();
    await card('STORY-003').click({ modifiers: ['Control'] });
    await expect.poll(() => frame.locator('.card.selected .id').allInnerTexts()).toEqual(['STORY-001', 'STORY-003']);
    expect(await axeViolations(frame)).toEqual([]);
    await screenshot(page(), 'kanban-several');
    await drag(card('STORY-003'), card('STORY-005'));
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-001', 'STORY-003', 'STORY-005']);
    await expect.poll(onDisk).toMatch(/## In Progress[^]*\[STORY-001\][^]*\[STORY-003\][^]*\[STORY-005\]/u);
    await expect.poll(() => frame.getByRole('status').innerText()).toBe('2 cards moved to In Progress');
    await page().keyboard.press('Control+Z');
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-001', 'STORY-002', 'STORY-003', 'STORY-004']);
    await expect.poll(onDisk).toMatch(/\[STORY-004\][^]*## In Progress[^]*\[STORY-005\]/u);
    await page().keyboard.press('Escape');
    await page().keyboard.press('Home');
    await page().keyboard.press('Shift+ArrowDown');
    await page().keyboard.press('Alt+ArrowRight');
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-005', 'STORY-001', 'STORY-002']);
    await page().keyboard.press('Alt+ArrowUp');
    await expect.poll(() => ids('In Progress')).toEqual(['STORY-001', 'STORY-002', 'STORY-005']);
    await expect.poll(onDisk).toMatch(/## In Progress[^]*\[STORY-001\][^]*\[STORY-002\][^]*\[STORY-005\]/u);
    await card('STORY-003').click();
    await card('STORY-004').click({ modifiers: ['Shift'] });
    await card('STORY-003').click({ button: 'right' });
    await page().locator('.monaco-menu').getByText('Move to').first().waitFor();
    await screenshot(page(), 'kanban-several-menu');
    expect(await page().locator('.monaco-menu').innerText()).not.toContain('Open Spec');
    await chooseInMenu(page(), 'Move to');
    await page().locator('.quick-input-list .monaco-list-row', { hasText: 'Icebox' }).click();
    await expect.poll(() => ids('Icebox')).toEqual(['STORY-003', 'STORY-004']);
    await column('Backlog').getByText('No entries').waitFor();
  });

  it('moves none of several cards where one cannot be moved, and says which', async () => {
    const { card, drag, ids, frame } = kanban();
    writeFileSync(file, boardOf({ Backlog: [1, 2], Icebox: [] }).replace('[STORY-002]', '[STORY 2]'));
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-001']);
    const nameless = frame.locator('.board .card', { hasText: 'Thing 2' });
    await card('STORY-001').click();
    await nameless.click({ modifiers: ['Control'] });
    const before = onDisk();
    await drag(card('STORY-001'), kanban().column('Icebox'), { below: true });
    await frame.locator('.toast', { hasText: 'Thing 2 has no item id' }).waitFor();
    await screenshot(page(), 'kanban-several-refused');
    expect(onDisk()).toBe(before);
    expect(await ids('Icebox')).toEqual([]);
    await frame.locator('.toast').click();
    await frame.locator('.toast').waitFor({ state: 'detached' });
  });

  it('moves a card with a finger that rests on it, opens its menu where it is lifted at once, and scrolls otherwise', async () => {
    const { card, column, ids, frame } = kanban();
    writeFileSync(file, boardOf({ Backlog: Array.from({ length: 20 }, (_, index) => index + 1), Icebox: [] }));
    await card('STORY-003').waitFor();
    const finger = await fingerOn(page());
    await finger.down(card('STORY-001'));
    await frame.locator('.ghost').waitFor();
    await finger.moveTo(column('Icebox'));
    await screenshot(page(), 'kanban-finger');
    await finger.up();
    await expect.poll(() => ids('Icebox')).toEqual(['STORY-001']);
    await expect.poll(onDisk).toMatch(/## Icebox[^]*\[STORY-001\]/u);
    await finger.down(card('STORY-002'));
    await frame.locator('.ghost').waitFor();
    await finger.up();
    await page().locator('.monaco-menu').getByText('Move to').first().waitFor();
    await screenshot(page(), 'kanban-finger-menu');
    await page().keyboard.press('Escape');
    const list = column('Backlog').locator('.cards');
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
    await finger.down(card('STORY-005'));
    await finger.moveTo(column('Backlog').getByRole('heading'));
    await finger.up();
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
    expect(await ids('Icebox')).toEqual(['STORY-001']);
    await finger.gone();
  });

  it('makes few elements of 2,000 cards, and goes to their end and back', async () => {
    const entries = (from: number, count: number): string =>
      Array.from({ length: count }, (_, index) => {
        const id = `STORY-${String(1_000 + from + index)}`;
        return `### [${id}] The ${from + index}th thing\n> Spec: docs/specs/${id}.md\n\n- [ ] Do it\n- [x] Think of it\n`;
      }).join('\n');
    writeFileSync(
      file,
      `# Sprint Board\n\n## 📋 Backlog\n\n${entries(1, 900)}\n## 🔄 In Progress\n\n${entries(901, 100)}\n## ✅ Done\n\n${entries(1001, 1000)}`,
    );
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Open Board');
    const { frame, column, active, ids } = kanban();
    await frame.getByText('2000 cards').waitFor();
    const elements = (): Promise<number> => frame.locator('body *').count();
    expect(await elements()).toBeLessThan(1_500);
    await column('Done').locator('.cards').focus();
    await page().keyboard.press('End');
    await expect.poll(active).toBe('STORY-3000');
    expect(await elements()).toBeLessThan(1_500);
    await page().keyboard.press('Alt+ArrowLeft');
    await expect.poll(active).toBe('STORY-3000');
    await expect.poll(async () => (await ids('In Progress')).at(-1)).toBe('STORY-3000');
    await expect.poll(onDisk).toMatch(/\[STORY-2000\][^]*\[STORY-3000\][^]*## ✅ Done/u);
    // A page that is not shown is gone; made anew, it is where the person was.
    await openFile(page(), 'STORY-001.md');
    await page().locator('.tabs-container .tab[data-resource-name="sprint_board.md"]').click();
    await expect.poll(active).toBe('STORY-3000');
    await expect.poll(() => frame.locator('.cards:focus .card.active').isVisible()).toBe(true);
  });

  it('breaks no rule of its page', () => {
    expect(errors.filter((text) => /content security policy|kanban\.(js|css)|codicon\.ttf/iu.test(text))).toEqual([]);
  });
});

/** A board of sections with entries by their numbers. */
function boardOf(sections: Readonly<Record<string, readonly number[]>>): string {
  const entry = (number: number): string =>
    `### [STORY-${String(number).padStart(3, '0')}] Thing ${number}\n\n- [ ] Do it\n\n`;
  const texts = Object.entries(sections).map(([title, numbers]) => `## ${title}\n\n${numbers.map(entry).join('')}`);
  return `# Sprint Board\n\n${texts.join('')}`;
}
