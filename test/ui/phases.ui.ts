import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { gitRepository } from '../support/gitRepository.js';
import { board, title as hostile } from '../support/phaseStory.js';
import { fakeClaude, storyTitle } from './fakeClaude.js';
import { shareWorkbench } from './shareWorkbench.js';
import { patience, shownTerminal } from './terminal.js';
import {
  answerText,
  askedText,
  askCommand,
  boardRows,
  clickLens,
  openFile,
  quiet,
  ready,
  runCommand,
  screenshot,
  showBoard,
} from './workbench.js';

describe('phases with an agent in the workbench', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agents-'));
  const env = fakeClaude(outside);
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const { folder, page } = shareWorkbench(
    (made) => {
      const { git } = gitRepository(made);
      git('config', 'user.name', 'Ann Example');
      git('config', 'user.email', 'ann@example.org');
    },
    () => ({ env }),
  );
  const play = (script: string): void => {
    writeFileSync(path.join(outside, 'script'), `${script}\n`);
  };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const boardText = (): string => readFileSync(path.join(folder, board), 'utf8');

  const terminal = shownTerminal(page);
  const { answer, showing } = terminal;
  const quickRow = (text: string): Locator =>
    page().locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
  const pick = async (text: string): Promise<void> => {
    await quickRow(text).waitFor();
    await quickRow(text).click();
  };
  /** One that is not in the palette by itself. */
  const askPhase = async (summary: string): Promise<void> => {
    await askCommand(page(), 'Pactwright: Start Phase…');
    // The list shows but some of them.
    await askedText(page()).fill(summary);
    await pick(summary);
  };
  const type = (text: string): Promise<void> => answerText(page(), /What is it about/u, text);
  const view = (): Locator => page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Agents"]') });
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row').filter({ hasText: text }).first();
  const showAgents = async (): Promise<void> => {
    await runCommand(page(), 'Pactwright: Focus on Agents View');
    await view().locator('.monaco-list-row, .welcome-view-content').first().waitFor();
  };
  const end = /Press Enter to close this terminal/u;

  /** It takes the focus along when it goes, and with it whatever is being chosen. */
  const closeTerminal = async (): Promise<void> => {
    await answer(end, '');
    await terminal.gone();
  };

  it('says what an agent is while there was none', async () => {
    await showBoard(page());
    await showAgents();
    await view().locator('.welcome-view-content').getByRole('button', { name: 'Start Phase…' }).waitFor();
    await screenshot(page(), 'agents-none');
  });

  it('plans a story in an empty repository, once a person has seen the command', async () => {
    play('well');
    await askCommand(page(), 'Pactwright: Phase: Plan…');
    await type(storyTitle);
    await pick('Claude Code');
    await showing(/Start it\?/u);
    await screenshot(page(), 'agents-command');
    await answer(/Start it\?.*\[N\]o/u, 'a');
    await answer(/Do you want to continue\? \[y\/N\]/u, 'y');
    await showing(end);
    await screenshot(page(), 'phase-plan');
    await closeTerminal();
    expect(git('log', '--format=%s')).toMatch(/^docs: plan STORY-001, /u);
    git('add', 'package.json');
    git('commit', '--quiet', '-m', 'chore: make ready');
    expect(readFileSync(path.join(folder, 'docs/specs/STORY-001.md'), 'utf8')).toContain(storyTitle);
  });

  it('runs the gate when a turn ends, sends the agent back that has done nothing, and takes its second round', async () => {
    play('badly stay');
    const entry = boardRows(page()).filter({ hasText: 'STORY-001' }).first();
    await entry.hover();
    await entry.getByRole('button', { name: 'Start Phase…' }).click();
    await quickRow('Builds what the spec says').waitFor();
    // Of all phases, those of an item alone.
    expect(await quickRow('Releases finished items').isVisible()).toBe(false);
    await pick('Builds what the spec says');
    await pick('Claude Code');
    const over = row(/^act STORY-001.*its turn is over/u);
    await over.waitFor(patience);
    await over.hover();
    await over.getByRole('button', { name: 'Run Gate' }).click();
    await showing(/does not pass the gate act-out/u);
    await row(/^act STORY-001.*act-out: refused/u).waitFor(patience);
    await screenshot(page(), 'agents-judged');
    await closeTerminal();
    // Its program runs as before.
    await row(/^act STORY-001/u).click();
    await answer(/It is done, trust me/u, '/exit');
    await showing(/with the gate’s findings\?/u);
    await row(/^act STORY-001.*refused by the gate/u).waitFor();
    await screenshot(page(), 'phase-refused');
    play('well');
    await answer(/with the gate’s findings\? \[y\/N\]/u, 'y');
    await closeTerminal();
    // The agent works in a worktree, and the folder stays as it is.
    expect(git('log', 'feature/STORY-001', '--format=%s')).toMatch(/^feat: add up the cart \(STORY-001\)/u);
    expect(git('log', '--format=%s')).toMatch(/^chore: make ready/u);
    expect(readdirSync(`${folder}.worktrees`)).toEqual(['STORY-001']);
    await row(/act STORY-001.*round 2/u).waitFor();
  });

  it('checks the story and closes it: archive and commit', async () => {
    await openFile(page(), 'STORY-001.md');
    const lens = page().locator('.codelens-decoration a', { hasText: 'Start phase…' });
    await clickLens(lens, quickRow('Reviews the work against its spec'));
    await pick('Reviews the work against its spec');
    await pick('Claude Code');
    await closeTerminal();
    await askCommand(page(), 'Pactwright: Phase: Done…');
    await pick('STORY-001');
    await pick('Claude Code');
    await answer(/Do you want to continue\? \[y\/N\]/u, 'y');
    await answer(/merge feature[\s\S]*Do you want to continue\? \[y\/N\]/u, 'y');
    await showing(end);
    await screenshot(page(), 'phase-done');
    await closeTerminal();
    expect(boardText()).not.toContain('STORY-001');
    expect(readdirSync(path.join(folder, 'docs/product/archive')).join()).toMatch(/archive_\d{6}\.md/u);
    expect(git('log', '--format=%s')).toMatch(/^docs: close STORY-001/u);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('restores what an agent has destroyed', async () => {
    const notes = path.join(folder, 'notes.txt');
    writeFileSync(notes, 'mine\n');
    play('destroy');
    await askPhase('Finds the cause of a problem');
    await type('Where are my notes?');
    await pick('Claude Code');
    await showing(/notes\.txt was removed[\s\S]*pactwright agent undo/u);
    expect(existsSync(notes)).toBe(false);
    await row(/^debug.*destroyed uncommitted work/u).waitFor(patience);
    // A toast goes by itself; the list keeps it.
    await runCommand(page(), 'Notifications: Show Notifications');
    await page()
      .locator('.notifications-center .notification-list-item', { hasText: 'It destroyed uncommitted work' })
      .getByRole('button', { name: 'Restore…' })
      .waitFor();
    await screenshot(page(), 'agents-destroyed');
    await page().keyboard.press('Escape');
    await row(/^debug.*destroyed/u).hover();
    await row(/^debug.*destroyed/u)
      .getByRole('button', { name: 'Restore State Before Session…' })
      .click();
    await page().locator('.monaco-dialog-box').getByRole('button', { name: 'Restore' }).click();
    await vi.waitFor(() => {
      expect(readFileSync(notes, 'utf8')).toBe('mine\n');
    }, patience);
    await runCommand(page(), 'Notifications: Show Notifications');
    await page().locator('.notifications-center', { hasText: 'is restored to its state' }).waitFor(patience);
    await screenshot(page(), 'agents-restored');
    await page().keyboard.press('Escape');
    await closeTerminal();
    rmSync(notes);
  });

  it('shows an agent that asks, tells of it once, and stops it', async () => {
    play('ask');
    await askPhase('Finds the cause of a problem');
    await type('Why is the sum 0?');
    await pick('Claude Code');
    await row('Waiting for you').waitFor(patience);
    await row(/^debug.*asks you/u).waitFor();
    await screenshot(page(), 'agents-waiting');
    await row(/^debug/u).hover();
    await row(/^debug/u)
      .getByRole('button', { name: 'Stop Agent…' })
      .click();
    await page().locator('.monaco-dialog-box').getByRole('button', { name: 'Stop Agent' }).click();
    await row('Waiting for you').waitFor({ state: 'hidden', ...patience });
    await closeTerminal();
  });

  it('shows what was changed since the work left the default branch, committed or not', async () => {
    git('switch', '--quiet', '--create', 'feature/STORY-002');
    writeFileSync(path.join(folder, 'src/cart.js'), 'export const total = () => 0;\n');
    writeFileSync(path.join(folder, 'src/new.js'), 'export {};\n');
    await row(/^debug/u).hover();
    await row(/^debug/u)
      .getByRole('button', { name: 'Review Agent Changes' })
      .click();
    await page().locator('.tab.active', { hasText: 'Changes of debug' }).waitFor();
    for (const name of ['cart.js', 'new.js'])
      await page().locator('.multiDiffEntry', { hasText: name }).first().waitFor();
    await screenshot(page(), 'agents-review');
    git('checkout', '--quiet', '--', 'src/cart.js');
    rmSync(path.join(folder, 'src/new.js'));
    git('switch', '--quiet', 'main');
  });

  it('shows an agent that has failed, and why', async () => {
    play('crash');
    await askPhase('Finds the cause of a problem');
    // Whatever a person types reaches the agent as text, past a shell and a terminal.
    await type(hostile);
    await pick('Claude Code');
    await row(/^debug.*failed/u).waitFor(patience);
    expect(readFileSync(env['FAKE_AGENT_RECORD'] ?? '', 'utf8')).toContain(JSON.stringify(hostile).slice(1, -1));
    await screenshot(page(), 'agents-failed');
    await closeTerminal();
  });

  it('finds a session again after the window was loaded anew, and takes it up where it was', async () => {
    play('hang');
    await askPhase('Finds the cause of a problem');
    await type('Why is the sum 2?');
    await pick('Claude Code');
    await row('Running').waitFor(patience);
    await page().reload();
    await ready(page());
    await showBoard(page());
    await showAgents();
    await row(/^debug.*running/u).waitFor(patience);
    await quiet(view());
    await row(/^debug.*running/u).click();
    await showing(/Thinking…/u);
    await screenshot(page(), 'agents-reloaded');
    await row(/^debug.*running/u).hover();
    await row(/^debug.*running/u)
      .getByRole('button', { name: 'Stop Agent…' })
      .click();
    await page().locator('.monaco-dialog-box').getByRole('button', { name: 'Stop Agent' }).click();
    await row('Running').waitFor({ state: 'hidden', ...patience });
    play('well');
    // An agent that is sent back goes on in its session, too.
    const resumed = (): number => readFileSync(env['FAKE_AGENT_RECORD'] ?? '', 'utf8').split('"--resume=').length;
    const before = resumed();
    await askCommand(page(), 'Pactwright: Resume Agent');
    await pick('debug');
    await vi.waitFor(() => {
      expect(resumed()).toBe(before + 1);
    }, patience);
  });
});
