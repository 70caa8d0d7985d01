import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { repository } from '../../scripts/lib/repository.mjs';
import { makeGatedHistory } from '../host/gatedHistory.js';
import { shareWorkbench } from './shareWorkbench.js';
import { askedText, editorLine, openFile, quiet, runCommand, screenshot, showBoard } from './workbench.js';

describe('gates in the workbench', () => {
  /** Beside the project: what gates remember outside of it. */
  const stateOf = (project: string): { readonly PACTWRIGHT_STATE: string } => ({
    PACTWRIGHT_STATE: path.join(path.dirname(project), 'state'),
  });
  const { folder, page } = shareWorkbench(
    (made) => {
      cpSync(path.join(repository, 'test/host/projects/gated'), made, { recursive: true });
      makeGatedHistory(made);
      const env = { ...process.env, ...stateOf(made) };
      const cli = path.join(repository, 'dist', 'cli.js');
      execFileSync(process.execPath, [cli, 'gate', 'act-in', 'STORY-002', '--root', made], { env, stdio: 'pipe' });
      // An old test is made weaker, which nothing asks for.
      const test = path.join(made, 'test/cart.test.js');
      writeFileSync(test, readFileSync(test, 'utf8').replace(/ {2}assert\.equal\(total\(\[\]\), 0\);\n/, ''));
    },
    (made) => ({ env: stateOf(made) }),
  );
  const row = (text: string): Locator =>
    page().locator('[aria-label="Gates"] .monaco-list-row').filter({ hasText: text }).first();
  const unfold = async (text: string): Promise<void> => {
    const twistie = row(text).locator('.monaco-tl-twistie.collapsed');
    if (await twistie.count()) await twistie.click();
  };
  const lens = (text: string): Locator => page().locator('.codelens-decoration a', { hasText: text }).first();
  const action = async (text: string, name: string): Promise<void> => {
    await row(text).hover();
    await row(text).getByRole('button', { name }).click();
  };

  it('shows what blocks an item, and what to do', async () => {
    await openFile(page(), 'STORY-002.md');
    await showBoard(page());
    await page().locator('.pane-header[aria-label^="Sprint Board"]').click();
    await page().locator('.pane-header[aria-label^="Work"]').click();
    await runCommand(page(), 'Pactwright: Focus on Gates View');
    await row('STORY-002').waitFor();
    // From the record alone, without being asked.
    await row('done: blocked by').waitFor();
    await row('STORY-002').hover();
    await row('STORY-002').getByRole('button', { name: 'Run Gate…' }).click();
    const pick = page().locator('.quick-input-widget');
    await pick.getByText('Can the item be moved to Done?').waitFor();
    await screenshot(page(), 'gates-choose');
    await askedText(page()).press('Enter');
    await row('running').waitFor();
    await row('seen-red').or(row('tests-pass')).first().waitFor();
    await screenshot(page(), 'gates-running');
    await row('done: blocked by').waitFor();
    await unfold('STORY-002');
    await unfold('tasks');
    await row('"Test both criteria" is not ticked').waitFor();
    await row('Next: ').waitFor();
    await lens('Done is blocked by').waitFor();
    await page().mouse.move(900, 700);
    await screenshot(page(), 'gates');
  });

  it('opens the place of a problem', async () => {
    await row('"Test both criteria" is not ticked').click();
    await editorLine(page(), '[ ] Test both criteria').waitFor();
    await page().locator('.tabs-container .tab.active[data-resource-name="sprint_board.md"]').waitFor();
  });

  it('shows the report as a page', async () => {
    await action('STORY-002', 'Show Report');
    const preview = page().frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await preview.getByRole('heading', { name: /STORY-002/ }).waitFor();
    await screenshot(page(), 'gates-report');
  });

  it('lets a person override with a reason, and nothing less', async () => {
    await openFile(page(), 'STORY-002.md');
    await action('tasks', 'Override…');
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/Override "Every task of the entry is ticked" for STORY-002\?/);
    await screenshot(page(), 'gates-override');
    await dialog.getByRole('button', { name: 'Override' }).click();
    const input = askedText(page());
    await input.fill('because');
    await input.press('Enter');
    await page().locator('.quick-input-widget', { hasText: 'at least 10 characters' }).waitFor();
    await screenshot(page(), 'gates-reason');
    await input.fill('The last task moved to STORY-003');
    await input.press('Enter');
    await page().locator('.quick-input-widget', { hasText: 'your name' }).waitFor();
    await expect.poll(() => input.inputValue()).toBe('Ada');
    await screenshot(page(), 'gates-name');
    await input.press('Enter');
    await row('overridden by Ada').waitFor();
    await lens('Done is blocked by 2').waitFor();
    await page().mouse.move(900, 700);
    await screenshot(page(), 'gates-overridden');
  });

  it('lets a person agree to a spec and scenarios that changed', async () => {
    const change = (file: string, from: string, to: string): void => {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      expect(text).toContain(from);
      writeFileSync(place, text.replace(from, to));
    };
    change('docs/specs/STORY-002.md', 'MUST be lowered by ten percent', 'MUST be lowered by a tenth');
    change('docs/test_cases/STORY-002_case.md', '**Then** it is 180', '**Then** it is 180 or less');
    await row('spec-frozen').waitFor();
    await row('spec-frozen').click();
    await unfold('spec-frozen');
    const [spec, scenario] = [row('R1 changed since STORY-002 was agreed'), row('In the test case TC-1 changed')];
    await spec.waitFor();
    await scenario.waitFor();
    await scenario.hover();
    await scenario.getByRole('button', { name: 'Agree to Changed Spec…' }).click();
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(
      /Agree to the spec of STORY-002 as it is now\?[^]*R1 changed[^]*TC-1 changed/,
    );
    await screenshot(page(), 'gates-agree');
    await dialog.getByRole('button', { name: 'Agree to Spec' }).click();
    const input = askedText(page());
    await input.fill('A tenth is what the shop asked for');
    await input.press('Enter');
    await page().locator('.quick-input-widget', { hasText: 'your name' }).waitFor();
    await input.press('Enter');
    await expect.poll(() => row('spec-frozen').count(), { timeout: 30_000 }).toBe(0);
    await unfold('Passed');
    await row('the spec is as it was agreed on').waitFor();
    await screenshot(page(), 'gates-agreed');
    const log = readFileSync(path.join(folder, '.git/pactwright/evidence/log.jsonl'), 'utf8');
    expect(log.match(/"about":"refreeze"/g)).toHaveLength(1);
  });

  it('is not to be had from the palette', async () => {
    await page().keyboard.press('F1');
    const input = askedText(page());
    const rows = page().locator('.quick-input-list .monaco-list-row');
    await input.fill('>Pactwright: Run Gate');
    await rows.filter({ hasText: 'Run Gate…' }).waitFor();
    // Only the rows in sight are in the page, so each is looked for by its own name.
    for (const title of ['Override', 'Approve', 'Agree']) {
      await input.fill(`>Pactwright: ${title}`);
      await quiet(page().locator('.quick-input-widget'));
      expect(await rows.filter({ hasText: title }).count()).toBe(0);
    }
    await page().keyboard.press('Escape');
  });
});
