import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installedVersion } from '../agents/play.js';
import { playThreeItems, threeItems, threePlanned } from '../agents/threeItems.js';
import { gitRepository, openGitRepository } from '../support/gitRepository.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { packedExtension } from './packedExtension.js';
import { realAgentProgram } from './realAgentProgram.js';
import { shareWorkbench } from './shareWorkbench.js';
import { shownTerminal } from './terminal.js';
import { answerText, askCommand, quiet, runCommand, screenshot, showBoard, webviewFrame } from './workbench.js';

/** Programs start, gates run tests, and all of that on a machine that has much else to do: only states are waited for. */
const longest = { timeout: 600_000 };

const version = installedVersion('claude');
const why = version === undefined ? ' (skipped: it is not installed)' : '';
const config = 'agents: { phases: { act: { agent: claude }, check: { agent: claude } } }\n';

/** What a person does who has installed the extension and Claude Code, and leaves three planned items to them. */
describe.skipIf(version === undefined)(`a run with Claude Code in the workbench${why}`, () => {
  const { env, model } = realAgentProgram('claude', { CLAUDE_CONFIG_DIR: '.claude' });
  const extension = packedExtension();
  const { folder, page } = shareWorkbench(
    (made) => {
      const repository = gitRepository(made);
      repository.git('config', 'user.name', 'Ann Example');
      repository.git('config', 'user.email', 'ann@example.org');
      writeFiles(made, { '.pactwright/config.yaml': config });
      repository.commit('docs: plan three items', threePlanned);
    },
    () => ({ env, extension }),
    'shop',
  );
  const terminal = shownTerminal(page, longest);
  const graph = (): FrameLocator => webviewFrame(page());
  const view = (): Locator => page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Runs"]') });
  const row = (text: RegExp): Locator => view().locator('.monaco-list-row').filter({ hasText: text }).first();

  it('does three items in two waves', { timeout: 3 * longest.timeout }, async () => {
    playThreeItems(model());
    await showBoard(page());
    for (const other of ['Sprint Board', 'Work']) await page().locator(`.pane-header[aria-label^="${other}"]`).click();
    // Before the machine has more to do.
    await runCommand(page(), 'Pactwright: Focus on Runs View');
    await askCommand(page(), 'Pactwright: Start Run…');
    const picks = page().locator('.quick-input-widget', { hasText: 'STORY-003' });
    for (const id of threeItems) await picks.locator('.monaco-list-row', { hasText: id }).click();
    await picks.getByText('3 Selected').waitFor();
    await picks.getByRole('button', { name: 'OK' }).click();
    await answerText(page(), /How many agents/u, '2');
    await answerText(page(), /What may it cost/u, '');
    await row(/running · 0 of 3 merged/u).waitFor(longest);
    await row(/STORY-003.*waiting · waits for STORY-001/u).waitFor(longest);
    await row(/STORY-002.*being built/u).waitFor(longest);
    await quiet(view());
    await screenshot(page(), 'real-run-begun');
    await row(/STORY-003.*being built/u).waitFor(longest);
    await runCommand(page(), 'Pactwright: Show Graph of Run');
    const status = graph().locator('header .status');
    await expect.poll(() => status.innerText(), longest).toMatch(/^running · [12] of 3 merged/u);
    await screenshot(page(), 'real-run-second-wave');
    await expect.poll(() => status.innerText(), longest).toMatch(/^finished · 3 of 3 merged/u);
    await screenshot(page(), 'real-run-finished');
    const { git } = openGitRepository(folder);
    expect(
      git('log', '--first-parent', '--format=%s', 'main').match(/^Merge feature\/STORY-00\d into main$/gmu),
    ).toHaveLength(3);
    expect(git('branch', '--format=%(refname:short)').trim()).toBe('main');
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('one of them refused once by the gate, as its log says', { timeout: longest.timeout }, async () => {
    await row(/STORY-002.*merged/u).hover();
    await row(/STORY-002.*merged/u)
      .getByRole('button', { name: 'Show Log of Packet' })
      .click();
    await terminal.showing(/STORY-002/u);
    const logs = [path.resolve('dist/cli.js'), 'run', 'logs', 'STORY-002', '--root', folder];
    const said = execFileSync(process.execPath, logs, { env: { ...process.env, ...env }, encoding: 'utf8' });
    expect(said).toContain('round 2 of 2');
    expect(said.match(/does not pass the gate act-out/gu)).toHaveLength(1);
  });
});
