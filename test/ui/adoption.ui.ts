import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { bell, openNotification, openWorkbench, ready, runCommand, screenshot, showBoard } from './workbench.js';

describe('a project with many findings', () => {
  it('is offered a baseline once, and starts clean where it is taken', async () => {
    const specs = Array.from({ length: 30 }, (_, index) => `STORY-${String(index + 1).padStart(3, '0')}`);
    const folder = temporaryFolder(Object.fromEntries(specs.map((id) => [`docs/specs/${id}.md`, `# ${id}: Old\n`])));
    const { page, close } = await openWorkbench({ folder });
    try {
      const offer = await openNotification(page, 'A baseline records them');
      await screenshot(page, 'adoption');
      const adopt = offer.getByRole('button', { name: 'Adopt This Project' });
      await adopt.click();
      await page.locator('.statusbar-item a[aria-label="No Problems"]').waitFor();
      expect(existsSync(path.join(folder, '.pactwright'))).toBe(true);

      await page.reload();
      await ready(page);
      await showBoard(page);
      await page.locator('.welcome-view-content', { hasText: 'No sprint board' }).waitFor();
      await runCommand(page, 'Pactwright: Lint Workspace');
      await page.locator('.markers-panel-container', { hasText: 'No problems have been detected' }).waitFor();
      expect(await bell(page).count()).toBe(0);
    } finally {
      await close();
    }
  });
});
