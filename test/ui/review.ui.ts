import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { repository as checkout } from '../../scripts/lib/repository.mjs';
import { gitRepository } from '../support/gitRepository.js';
import { buildOf, sprintFiles } from '../support/sprintStory.js';
import { fakeClaude } from './fakeClaude.js';
import { shareWorkbench } from './shareWorkbench.js';
import { patience, shownTerminal } from './terminal.js';
import { askCommand, chooseInMenu, quiet, ready, runCommand, screenshot, showBoard } from './workbench.js';

const id = 'STORY-001';
const wish = 'Begin at zero cents, and say so in a comment.';

describe('the review of an item’s work in the workbench', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-review-'));
  const env = fakeClaude(outside);
  const cli = path.join(checkout, 'dist/cli.js');
  const tick = { run: [process.execPath, cli, 'board', 'tick', id, '1'] };
  const code = `src/${id.toLowerCase()}.js`;
  const play = (...steps: readonly object[]): void => {
    writeFileSync(env['FAKE_AGENT_STEPS'] ?? '', JSON.stringify({ 'act:well': steps }));
  };
  writeFileSync(path.join(outside, 'script'), 'well\n');
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const act = (root: string): void => {
    const args = [cli, 'phase', 'act', id, '--headless', '--agent', 'claude'];
    execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'pipe' });
  };
  const { folder, page } = shareWorkbench(
    (made) => {
      const repository = gitRepository(made);
      repository.git('config', 'user.name', 'Ann Example');
      repository.git('config', 'user.email', 'ann@example.org');
      repository.commit('Begin', sprintFiles([id]));
      play({ write: buildOf(id).files }, tick);
      act(made);
    },
    () => ({ env }),
  );
  const terminal = shownTerminal(page);
  const end = /Press Enter to close this terminal/u;
  /** In the item's worktree. */
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', path.join(`${folder}.worktrees`, id), ...args], { encoding: 'utf8' });
  /** The code, with a comment in it. */
  const built = (comment: string): string =>
    buildOf(id).files?.[code]?.toString().replace('return', `${comment}\n  return`) ?? '';
  /** What the agent was given, each time it was started. */
  const prompts = (): readonly string[] =>
    readFileSync(env['FAKE_AGENT_RECORD'] ?? '', 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const { prompt = '', read } = JSON.parse(line) as { readonly prompt?: string; readonly read?: string };
        return prompt === '' ? [] : [read ?? prompt];
      });
  const widget = (): Locator => page().locator('.review-widget').filter({ visible: true }).first();
  /** VS Code opens its list of comments with the first one, and that leaves too little room for the changes. */
  const closePanel = async (): Promise<void> => {
    const close = page().locator('.part.panel').getByRole('button', { name: 'Hide Panel' });
    if (await close.isVisible()) await close.click();
  };
  /** The thread that the comment is in, by its state. */
  const thread = (state: string): Locator =>
    page()
      .locator('.review-widget', { hasText: wish })
      .filter({ hasText: `${id} · ${state}` })
      .filter({ visible: true })
      .first();
  const changed = (text: string): Locator =>
    page().locator('.multiDiffEntry .modified .view-line', { hasText: text }).first();
  /** Clicks on the mark beside a line. */
  const commentOn = async (text: string): Promise<void> => {
    const marks = page().locator('.multiDiffEntry .modified .comment-range-glyph');
    // A thread that folds moves the lines below it.
    await quiet(page().locator('.part.editor'));
    // Each file of the changes has its own, when it is ready.
    const mark = await vi.waitFor(async () => {
      const line = await changed(text).boundingBox();
      const boxes = await Promise.all((await marks.all()).map((one) => one.boundingBox()));
      const found = boxes.find((box) => box && line && Math.abs(box.y - line.y) < 2);
      if (!found) throw new Error('no line can be commented on');
      return found;
    }, patience);
    await page().mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2, { steps: 3 });
    await page().mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
  };
  const review = async (): Promise<void> => {
    await askCommand(page(), 'Pactwright: Review Item Changes');
    await page().locator('.quick-input-widget .monaco-list-row', { hasText: id }).first().click();
    await closePanel();
    // The documents, so that the code is in sight.
    for (const name of ['sprint_board.md', `${id}.md`])
      await page()
        .locator('.multiDiffEntry', { has: page().getByText(name, { exact: true }) })
        .filter({ visible: true })
        .locator('.collapse-button')
        .first()
        .click();
    await changed('prices.reduce').waitFor();
  };

  it('takes a comment on a line of the changes', async () => {
    await showBoard(page());
    await review();
    await commentOn('prices.reduce');
    await widget().locator('.comment-form .monaco-editor').first().click();
    await page().keyboard.type(wish);
    await widget().getByRole('button', { name: 'Add Comment' }).click();
    const file = path.join(folder, `.git/pactwright/agents/${id}.comments.json`);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), patience).toContain(wish);
    await page().locator('.part.panel').getByText(wish).waitFor(patience);
    await closePanel();
    await thread('goes to the agent in its next round').waitFor(patience);
    await screenshot(page(), 'review-comment');
  });

  it('shows the comment again after the window was reloaded', async () => {
    await page().reload();
    await ready(page());
    await showBoard(page());
    await review();
    await thread('goes to the agent in its next round').waitFor(patience);
  });

  it('tells the agent in its next round, which changes the work', async () => {
    play({ write: { [code]: built('// From zero cents on.') } });
    act(folder);
    const [first, second, ...others] = prompts();
    expect(others).toEqual([]);
    expect(first).not.toContain(wish);
    expect(second).toContain(`- \`${code}\` line 2:`);
    expect(second).toContain('return prices.reduce');
    expect(second).toContain(wish);
    expect(git('show', '--format=', 'HEAD')).toContain('+  // From zero cents on.');
    await changed('From zero cents on').waitFor(patience);
    await thread('sent to the agent').waitFor(patience);
    await screenshot(page(), 'review-comment-sent');
  });

  it('lets a person resolve the comment and open it again', async () => {
    await thread('sent to the agent').getByRole('button', { name: 'Resolve' }).click();
    // VS Code folds what is resolved.
    await thread('sent to the agent').waitFor({ state: 'hidden', ...patience });
    await commentOn('prices.reduce');
    await thread('resolved').waitFor(patience);
    await screenshot(page(), 'review-comment-resolved');
    await thread('resolved').getByRole('button', { name: 'Reopen' }).click();
    await thread('goes to the agent in its next round').waitFor(patience);
  });

  it('sends the comment to the agent at once, and its round changes the work', async () => {
    play({ write: { [code]: built('// From zero cents on, in whole cents.') } });
    await thread('goes to the agent').getByRole('button', { name: 'Send to Agent…' }).click();
    const choice = page().locator('.quick-input-widget .monaco-list-row', { hasText: 'Claude Code' }).first();
    await choice.waitFor(patience);
    await screenshot(page(), 'review-send');
    await choice.click();
    await terminal.answer(/Start it\?.*\[N\]o/u, 'a');
    await terminal.showing(end);
    expect(prompts()).toHaveLength(3);
    expect(prompts().at(-1)).toContain(wish);
    expect(git('show', '--format=', 'HEAD')).toContain('+  // From zero cents on, in whole cents.');
    await screenshot(page(), 'review-send-round');
    await terminal.answer(end, '');
    await terminal.gone();
    await changed('in whole cents').waitFor(patience);
    await thread('sent to the agent').waitFor(patience);
    await screenshot(page(), 'review-sent');
  });

  it('shows the session as a page', async () => {
    await runCommand(page(), 'Pactwright: Focus on Agents View');
    const session = page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Agents"]') });
    await session
      .locator('.monaco-list-row', { hasText: `act ${id}` })
      .first()
      .click({ button: 'right' });
    await chooseInMenu(page(), 'Show Session');
    const frame = page().frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await frame.getByRole('heading', { name: `act ${id}` }).waitFor(patience);
    await frame.getByText('The gate act-out: allowed').waitFor();
    await page().mouse.move(700, 700);
    await page().locator('.workbench-hover-container').waitFor({ state: 'detached' });
    await screenshot(page(), 'session-page');
  });
});
