import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { exampleProject } from '../../server/src/documents/exampleProject.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { shareWorkbench } from './shareWorkbench.js';
import { runCommand, screenshot } from './workbench.js';

describe('the walkthrough', () => {
  const { folder, page } = shareWorkbench((made) => {
    writeFiles(made, Object.fromEntries(exampleProject.map(({ path: file, text }) => [file, text])));
  });
  const step = (title: string): ReturnType<Page['locator']> =>
    page().locator('.gettingStartedCategoriesContainer, .getting-started-step', { hasText: title }).last();

  it('ends with a finding fixed', async () => {
    await runCommand(page(), 'Pactwright: Open Walkthrough');
    await step('Open a project').waitFor();
    await step('Fix a finding').click();
    await screenshot(page(), 'walkthrough');
    expect(await step('Fix a finding').locator('.codicon.complete').count()).toBe(0);
    await page().getByRole('button', { name: 'Go to a Finding' }).click();
    await page().locator('.tabs-container .tab.active[data-resource-name="STORY-001.md"]').waitFor();
    await page()
      .locator(
        '.editor-group-container.active .codicon-gutter-lightbulb-auto-fix, .codicon-light-bulb, .lightBulbWidget',
      )
      .first()
      .waitFor();
    await page().keyboard.press('Control+.');
    const menu = page().locator('.context-view .action-widget', { hasText: 'Quick Fix' });
    await menu.waitFor();
    await screenshot(page(), 'walkthrough-fixes');
    await page().keyboard.press('Enter');
    await page().keyboard.press('Control+S');
    await vi.waitFor(() => {
      expect(readFileSync(path.join(folder, 'docs/specs/STORY-001.md'), 'utf8')).toContain('| Status | In Progress |');
    });
    await runCommand(page(), 'Pactwright: Open Walkthrough');
    await step('Fix a finding').locator('.codicon.complete').waitFor();
    await screenshot(page(), 'walkthrough-done');
  });
});
