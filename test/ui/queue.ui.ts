import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { repository as checkout } from '../../scripts/lib/repository.mjs';
import { gitRepository } from '../support/gitRepository.js';
import { buildOf, sprintFiles } from '../support/sprintStory.js';
import { fakeClaude } from './fakeClaude.js';
import { shareWorkbench } from './shareWorkbench.js';
import { patience, shownTerminal } from './terminal.js';
import { askCommand, boardRows, chooseInMenu, screenshot, showBoard } from './workbench.js';

const ids = ['STORY-001', 'STORY-002', 'STORY-003', 'STORY-004', 'STORY-005'];

describe('the queue in the workbench', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-queue-'));
  const env = fakeClaude(outside);
  const cli = path.join(checkout, 'dist/cli.js');
  const builds = ids.map((id) => [
    `${id}:act:well`,
    [{ write: buildOf(id).files }, { run: [process.execPath, cli, 'board', 'tick', id, '1'] }],
  ]);
  writeFileSync(
    env['FAKE_AGENT_STEPS'] ?? '',
    JSON.stringify({
      ...Object.fromEntries(builds),
      'STORY-002:act:well': [{ say: 'QUESTION: Which currency?' }],
      'check:well': [{ say: 'VERDICT: PASS' }],
      'done:well': [],
    }),
  );
  writeFileSync(path.join(outside, 'script'), 'well\n');
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const { folder, page } = shareWorkbench(
    (made) => {
      const repository = gitRepository(made);
      repository.git('config', 'user.name', 'Ann Example');
      repository.git('config', 'user.email', 'ann@example.org');
      repository.commit('Begin', sprintFiles(ids));
    },
    () => ({ env }),
  );
  const terminal = shownTerminal(page);
  const work = (): Locator => page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Work"]') });
  const row = (text: string | RegExp): Locator => work().locator('.monaco-list-row').filter({ hasText: text }).first();
  const queued = (id: string): Locator => row(new RegExp(`^${id}(?:waiting|done|in |asks|interrupted)`, 'u'));
  const entry = (id: string): Locator => boardRows(page()).filter({ hasText: id }).first();
  const quickRow = (text: string): Locator =>
    page().locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
  const order = async (): Promise<readonly string[]> =>
    (await work().locator('.monaco-list-row').allInnerTexts()).flatMap((text) => /STORY-\d+/u.exec(text)?.[0] ?? []);

  it('takes the items that are selected on the board, and lets a person order them', async () => {
    await showBoard(page());
    await entry('STORY-001').click();
    await entry('STORY-003').click({ modifiers: ['ControlOrMeta'] });
    await entry('STORY-002').click({ modifiers: ['ControlOrMeta'] });
    await entry('STORY-002').click({ button: 'right' });
    await chooseInMenu(page(), 'Add to Queue');
    await queued('STORY-003').waitFor();
    await row(/^Queue.*0 of 3 done/u).waitFor();
    const before = await order();
    await queued(before[0] ?? '').click({ button: 'right' });
    await chooseInMenu(page(), 'Move Down');
    await expect.poll(order, patience).toEqual([before[1], before[0], before[2]]);
    await queued(before[2] ?? '').dragTo(queued(before[1] ?? ''));
    await expect.poll(order, patience).toEqual([before[2], before[1], before[0]]);
    await screenshot(page(), 'queue-waiting');
  });

  const start = async (): Promise<void> => {
    await askCommand(page(), 'Pactwright: Start Queue…');
    await quickRow('Build, check and close').waitFor();
    await quickRow('Build, check and close').click();
    await quickRow('Claude Code').click();
  };
  const end = /Press Enter to close this terminal/u;

  it('pauses before the next phase', async () => {
    await start();
    await row(/^Queue/u).hover();
    await row(/^Queue/u)
      .getByRole('button', { name: 'Pause Queue' })
      .click(patience);
    await terminal.showing(end);
    await terminal.showing(/paused/iu);
    await row(/^Queue.*[01] of 3 done/u).waitFor();
    await screenshot(page(), 'queue-paused');
    await terminal.answer(end, '');
    await terminal.gone();
  });

  it('goes on where it paused, works through it in a terminal, and leaves one whose agent asks', async () => {
    await start();
    await row(/in act|in check|in done/u).waitFor(patience);
    await screenshot(page(), 'queue-running');
    // Three items, and a gate after each phase.
    await row(/^Queue.*2 of 3 done/u).waitFor({ timeout: 4 * patience.timeout });
    await terminal.showing(end);
    await row(/STORY-002.*asks you in act: .*Which currency/u).waitFor();
    await screenshot(page(), 'queue-done');
    const archived = execFileSync('git', ['-C', folder, 'log', '--format=%s'], { encoding: 'utf8' });
    expect(archived).toMatch(/close STORY-001|add up.*STORY-001|STORY-001/u);
    for (const id of ['STORY-001', 'STORY-003'])
      expect(readFileSync(path.join(folder, `docs/specs/${id}.md`), 'utf8')).toContain('| Status | Done |');
    await terminal.answer(end, '');
    await terminal.gone();
  });

  it('runs one phase on the items that are selected on the board', async () => {
    await entry('STORY-004').click();
    await entry('STORY-005').click({ modifiers: ['ControlOrMeta'] });
    await entry('STORY-005').click({ button: 'right' });
    await chooseInMenu(page(), 'Run Phase on Selected…');
    await quickRow('Build them').click();
    await quickRow('Claude Code').click();
    await row(/^STORY-004.*act/u).waitFor(patience);
    await terminal.showing(end);
    await screenshot(page(), 'queue-selected');
    for (const id of ['STORY-004', 'STORY-005']) {
      const log = execFileSync('git', ['-C', folder, 'log', `feature/${id}`, '-1', '--format=%s'], {
        encoding: 'utf8',
      });
      expect(log).toContain(`feat: ${id}`);
      expect(readFileSync(path.join(folder, `docs/specs/${id}.md`), 'utf8')).toContain('| Status | Draft |');
    }
  });
});
