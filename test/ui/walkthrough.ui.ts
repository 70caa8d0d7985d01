import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleProject } from '../../server/src/documents/exampleProject.js';
import { openWorkbench, runCommand, screenshot, type Workbench } from './workbench.js';

describe('the walkthrough', () => {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'pactwright-ui-'));
  let workbench: Workbench | undefined;
  const page = (): Page => {
    if (!workbench) throw new Error('the workbench did not open');
    return workbench.page;
  };
  const step = (title: string): ReturnType<Page['locator']> =>
    page().locator('.gettingStartedCategoriesContainer, .getting-started-step', { hasText: title }).last();

  beforeAll(async () => {
    for (const { path: file, text } of exampleProject) {
      mkdirSync(path.dirname(path.join(temporary, file)), { recursive: true });
      writeFileSync(path.join(temporary, file), text);
    }
    workbench = await openWorkbench({ folder: temporary });
  });
  afterAll(async () => {
    await workbench?.close();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });

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
      expect(readFileSync(path.join(temporary, 'docs/specs/STORY-001.md'), 'utf8')).toContain(
        '| Status | In Progress |',
      );
    });
    await runCommand(page(), 'Pactwright: Open Walkthrough');
    await step('Fix a finding').locator('.codicon.complete').waitFor();
    await screenshot(page(), 'walkthrough-done');
  });
});
