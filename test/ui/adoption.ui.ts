import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../support/temporaryFolder.js';
import { kanbanOf } from './kanbanPage.js';
import { shareWorkbench } from './shareWorkbench.js';
import { openNotification, ready, runCommand, screenshot, showBoard } from './workbench.js';

describe('a project with many findings', () => {
  const { folder, page } = shareWorkbench((made) => {
    const specs = Array.from({ length: 30 }, (_, index) => `STORY-${String(index + 1).padStart(3, '0')}`);
    writeFiles(made, Object.fromEntries(specs.map((id) => [`docs/specs/${id}.md`, `# ${id}: Old\n`])));
  });

  it('is offered a baseline once, and starts clean where it is taken', async () => {
    const offer = await openNotification(page(), 'A baseline records them');
    await screenshot(page(), 'adoption');
    const offeredText = await offer.innerText();
    await offer.getByRole('button', { name: 'Adopt This Project' }).click();
    await page().locator('.statusbar-item a[aria-label="No Problems"]').waitFor();
    expect(existsSync(path.join(folder, '.pactwright'))).toBe(true);
    const told = await openNotification(page(), 'are hidden now');
    const [offered] = /\d+ findings/u.exec(offeredText) ?? [];
    expect(await told.innerText()).toContain(
      `${offered} in 30 files are hidden now. .pactwright/baseline.json lists them`,
    );
    await screenshot(page(), 'adopted');
    await told.getByRole('button', { name: 'Show Hidden Findings' }).click();
    // What was offered, what is hidden and what the list of problems has are one number.
    const problems = page().locator(
      '.statusbar-item a[aria-label*="Problems"], .statusbar-item a[aria-label*="Errors"]',
    );
    const listed = async (): Promise<number> =>
      ((await problems.first().getAttribute('aria-label')) ?? '')
        .match(/\d+/gu)
        ?.reduce((sum, count) => sum + Number(count), 0) ?? 0;
    await expect.poll(listed).toBe(Number.parseInt(offered ?? '', 10));
    await runCommand(page(), 'Pactwright: Hide Known Findings');
    await page().locator('.statusbar-item a[aria-label="No Problems"]').waitFor();
    await runCommand(page(), 'Notifications: Clear All Notifications');

    await page().reload();
    await ready(page());
    await showBoard(page());
    await page().locator('.welcome-view-content', { hasText: 'No sprint board' }).waitFor();
    await runCommand(page(), 'Pactwright: Check Workspace');
    await page().locator('.markers-panel-container', { hasText: 'No problems have been detected' }).waitFor();
    // The bell may have news of other things, such as ports.
    await page().locator('[id="status.notifications"]').click();
    const center = page().locator('.notifications-center.visible');
    await center.waitFor();
    expect(await center.innerText()).not.toContain('A baseline records');
    await page().keyboard.press('Escape');
  });

  it('is offered a board where one is to be opened', async () => {
    const { frame, column } = kanbanOf(page());
    await runCommand(page(), 'Pactwright: Open Board');
    const offer = await openNotification(page(), 'No sprint board found');
    await offer.getByRole('button', { name: 'Create Board' }).click();
    await column('In Progress').getByText('No entries').waitFor();
    writeFileSync(path.join(folder, 'docs/product/sprint_board.md'), '# Sprint Board\n');
    await frame.getByText('This board has no sections yet').waitFor();
  });
});
