import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, ofMarkdownPreview } from './axe.js';
import { kanbanOf } from './kanbanPage.js';
import { cleanEnvironment, run } from '../../scripts/lib/processes.mjs';
import { repository } from '../../scripts/lib/repository.mjs';
import { shareWorkbench } from './shareWorkbench.js';
import { shownTerminal } from './terminal.js';
import {
  activeGroup,
  answerText,
  askCommand,
  boardRows,
  clickWord,
  editorLine,
  goToLine,
  followsBrowserColours,
  hoverCard,
  hoverWord,
  lightBulb,
  openFile,
  quiet,
  runCommand,
  screenshot,
  screenshotInThemes,
  showBoard,
  squiggles,
  webviewFrame,
} from './workbench.js';

/** An edit goes through the server and back, on a machine that may have much else to do. */
const patience = { timeout: 30_000 };

/** Items that are on the board once. */
const countedItems = ['STORY-004', 'STORY-003', 'STORY-006', 'STORY-008'];

interface Figures {
  readonly tasks: string;
  readonly criteria: string;
  readonly drift: number;
  readonly errors: number;
  readonly warnings: number;
}

/** What a place says of an item in figures, each place in words of its own; what it does not say is 0. */
function figuresIn(text: string): Figures {
  const part = (...patterns: readonly RegExp[]): string =>
    patterns.flatMap((pattern) => pattern.exec(text)?.slice(1).join('/') ?? [])[0] ?? '0/0';
  const count = (what: string): number => Number(new RegExp(`(\\d+) ${what}`, 'u').exec(text)?.[1] ?? 0);
  return {
    tasks: part(/(\d+) of (\d+) tasks/u, /Tasks: (\d+) of (\d+)/u, /(\d+)\/(\d+) tasks/u),
    criteria: part(/(\d+) of (\d+) criteria/u, /Criteria with a \w+: (\d+) of (\d+)/u, /(\d+)\/(\d+) AC/u),
    drift: count('out of sync'),
    errors: count('error'),
    warnings: count('warning'),
  };
}

/** One window for both: what the first only looks at, the second changes. */
const { folder, page } = shareWorkbench(undefined, () => ({ settings: followsBrowserColours }));
const terminal = shownTerminal(page);

describe('the demo project in VS Code', () => {
  it('shows the board with its sections, entries, tasks and counts', async () => {
    await showBoard(page());
    const rows = boardRows(page());
    await rows.filter({ hasText: 'STORY-003' }).first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts.filter((text) => /Backlog|In Progress|Done/.test(text))).toHaveLength(3);
    expect(texts.find((text) => text.includes('STORY-003'))).toMatch(/Redeem a voucher.*1\/2/s);
    await rows.filter({ hasText: 'Field in the checkout' }).waitFor();
    const done = rows.filter({ hasText: 'Voucher store' }).getByRole('checkbox');
    await done.waitFor();
    expect(await done.getAttribute('aria-checked')).toBe('true');
  });

  it('has two views at first, with few buttons, and the others when somebody asks for them', async () => {
    const headers = page().locator('.pane-header');
    const names = async (): Promise<string[]> =>
      (await headers.allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '');
    expect(await names()).toEqual(['Sprint Board', 'Work']);
    await headers.first().hover();
    const buttons = headers.first().locator('.actions .action-item:not(:has(.codicon-toolbar-more)) a[role="button"]');
    expect(await buttons.count()).toBeLessThanOrEqual(4);
    const work = page().locator('[aria-label="Work"] .monaco-list-row');
    await work.filter({ hasText: 'STORY-003' }).waitFor();
    await work.filter({ hasText: 'done: blocked by' }).first().waitFor();
    await screenshot(page(), 'views');
    await askCommand(page(), 'Pactwright: Show View…');
    await page().locator('.quick-input-list .monaco-list-row', { hasText: 'From each requirement' }).click();
    await expect.poll(names).toEqual(['Sprint Board', 'Work', 'Trace']);
    await screenshot(page(), 'views-trace');
    // The board has the room for what comes.
    for (const view of ['Trace', 'Work']) await page().locator(`.pane-header[aria-label^="${view}"]`).click();
  });

  it('says in the status bar what is in progress and out of sync, and in its hover what that is made of', async () => {
    const item = page().locator('.statusbar-item', { hasText: '2 in progress, 15 out of sync' });
    await item.waitFor();
    expect(await page().locator('.activitybar .action-item:has(a[aria-label^="Pactwright"]) .badge').innerText()).toBe(
      '15',
    );
    const card = page().locator('.monaco-hover', { hasText: 'Show Problems' }).first();
    await hoverCard(page().locator('.part.statusbar'), card, () => item.hover());
    expect((await card.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /Backlog 1 · In Progress 2 · Done 5 · 15 out of sync\s+9 errors, 20 warnings\s+Open Board · Show Problems · Check Workspace/u,
    );
    await screenshot(page(), 'status-hover');
    await page().mouse.move(700, 400);
  });

  it('opens the board at the row that is clicked', async () => {
    await boardRows(page()).filter({ hasText: 'Field in the checkout' }).click();
    await page().locator('.tabs-container .tab.active[data-resource-name="sprint_board.md"]').waitFor();
    const line = page().locator('.editor-group-container.active .line-numbers.active-line-number');
    await line.waitFor();
    expect(await line.innerText()).toBe('24');
  });

  it('underlines mistakes and explains them', async () => {
    await openFile(page(), 'STORY-002.md');
    await squiggles(page(), 'warning').first().waitFor();
    await page().locator('.editor-group-container.active .view-line', { hasText: 'In-Progress' }).waitFor();
    const status = page().locator('.editor-group-container.active .view-line span', { hasText: 'In-Progress' }).last();
    const hover = page().locator('.monaco-hover', { hasText: 'W006' });
    await hoverCard(activeGroup(page()), hover, () => status.hover());
    expect(await hover.innerText()).toMatch(/Draft/);
    await screenshot(page(), 'hover');
  });

  it('lists the findings of closed files and of tests, in as many files as the command line', async () => {
    await runCommand(page(), 'Problems: Focus on Problems View');
    await screenshotInThemes(page(), 'overview');
    // The list holds only the rows that can be seen, so everything but the file names is folded away.
    await page()
      .getByRole('toolbar', { name: 'Problems actions' })
      .getByRole('button', { name: 'Collapse All' })
      .click();
    const files = page().locator('.markers-panel-container .monaco-list-row');
    for (const name of ['STORY-003.md', 'STORY-004.md', 'lessons.md', 'pactkit.yaml'])
      await files.filter({ hasText: name }).first().waitFor();
    const listed = await files.first().getAttribute('aria-setsize');
    await files.first().click();
    await page().keyboard.press('End');
    await files.filter({ hasText: 'price.test.js' }).first().waitFor();
    await runCommand(page(), 'Terminal: Create New Terminal');
    await terminal.type('pactwright lint --git');
    await terminal.showing(new RegExp(`in ${listed} of \\d+ files`, 'u'));
    await screenshot(page(), 'lint-terminal');
    await runCommand(page(), 'Problems: Focus on Problems View');
  });

  it('mends a finding from the light bulb', async () => {
    await openFile(page(), 'sprint_board.md');
    const line = page().locator('.editor-group-container.active .view-line', { hasText: 'Write the cart to storage' });
    await line.click();
    // An editor that takes in new problems meanwhile gives up the menu that was asked for.
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    const menu = page().locator('.context-view .action-widget', { hasText: 'Quick Fix' });
    await menu.waitFor();
    await screenshotInThemes(page(), 'quick-fix');
    await page().keyboard.press('Enter');
    await line.filter({ hasText: '[x]' }).waitFor();
    await runCommand(page(), 'File: Save All');
    await runCommand(page(), 'View: Toggle Panel Visibility');
  });
});

describe('the board tree of the demo project', () => {
  const board = (): string => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');
  const row = (text: string): Locator => boardRows(page()).filter({ hasText: text }).first();
  /** What stands between the heading of a section and the next. */
  const section = (name: string): string =>
    board()
      .split(/^## /mu)
      .find((part) => part.includes(name)) ?? '';

  beforeAll(async () => {
    await runCommand(page(), 'View: Close All Editors');
    await row('In Progress').waitFor();
  });

  it('shows sections, entries with what is known of them, and tasks with check boxes', async () => {
    await row('STORY-003').waitFor();
    await screenshot(page(), 'board-tree');
    expect(await boardRows(page()).getByRole('checkbox').count()).toBeGreaterThan(0);
  });

  it('ticks tasks by their check boxes, one right after the other', async () => {
    // STORY-002 is on the demo's board twice, so nobody knows which one is meant.
    const texts = ['Field in the checkout', 'Form without a password'];
    for (const text of texts) expect(board()).toContain(`- [ ] ${text}`);
    await row('STORY-004').locator('.monaco-tl-twistie').click();
    for (const text of texts) await row(text).waitFor();
    for (const text of texts) await row(text).getByRole('checkbox').click();
    for (const text of texts) {
      await expect.poll(board, patience).toContain(`- [x] ${text}`);
      await row(text).locator('[role="checkbox"][aria-checked="true"]').waitFor();
    }
    await screenshot(page(), 'board-ticked');
  });

  it('moves an entry that is dragged to another section', async () => {
    expect(section('Backlog')).not.toContain('[STORY-003]');
    await row('STORY-003').dragTo(row('Backlog'));
    await expect.poll(() => section('Backlog'), patience).toContain('[STORY-003]');
    expect(section('In Progress')).not.toContain('[STORY-003]');
    await boardRows(page()).filter({ hasText: 'Backlog' }).filter({ hasText: '2' }).waitFor();
    await screenshot(page(), 'board-moved');
  });

  it('moves entries that are selected together and dragged by one of them', async () => {
    await row('STORY-004').click();
    await row('STORY-003').click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(() => boardRows(page()).and(page().locator('.selected')).count()).toBe(2);
    await row('STORY-003').dragTo(row('In Progress'));
    const headings = (name: string): readonly string[] => section(name).match(/(?<=^### \[)[^\]]+/gmu) ?? [];
    await expect
      .poll(() => headings('In Progress'), patience)
      .toEqual(['STORY-002', 'STORY-002', 'STORY-004', 'STORY-003']);
    expect(headings('Backlog')).toEqual([]);
    expect(section('In Progress')).toContain('- [ ] Confirmation by e-mail');
    await boardRows(page()).filter({ hasText: 'In Progress' }).filter({ hasText: '4' }).waitFor();
    await screenshot(page(), 'board-moved-together');
    // Back to a section that was empty by then, and shows what has come.
    await row('STORY-003').dragTo(row('Backlog'));
    await expect.poll(() => boardRows(page()).nth(1).textContent(), patience).toContain('STORY-003');
    // The file is saved after the tree has followed.
    await expect.poll(() => headings('Backlog'), patience).toEqual(['STORY-003']);
  });

  it('shows the story card over an entry', async () => {
    const card = page().locator('.monaco-hover', { hasText: 'Blocked by' });
    await hoverCard(page().getByRole('tree', { name: 'Sprint Board' }), card, () => row('STORY-003').hover());
    await screenshot(page(), 'board-card');
  });
});

describe('the light bulb of a finding', () => {
  const config = (): string => path.join(folder, '.pactwright/config.yaml');
  const text = (): string => readFileSync(path.join(folder, 'docs/specs/STORY-002.md'), 'utf8');
  const menu = (): Locator => page().locator('.context-view .action-widget', { hasText: 'Quick Fix' });

  /** Opens the menu at the Status that tools do not know, and chooses from it. */
  async function choose(title: string): Promise<void> {
    await openFile(page(), 'STORY-002.md');
    await editorLine(page(), 'In-Progress').click();
    await squiggles(page(), 'warning').first().waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    await menu().waitFor();
    await screenshot(page(), 'light-bulb');
    await menu().locator('.monaco-list-row', { hasText: title }).click();
  }

  beforeAll(async () => {
    await runCommand(page(), 'View: Close All Editors');
  });

  it('explains the rule on a rendered page', async () => {
    await choose('Explain W006');
    const heading = webviewFrame(page()).getByRole('heading', { name: 'W006 unknown-status' });
    await heading.waitFor();
    await webviewFrame(page()).getByRole('table').first().waitFor();
    await screenshot(page(), 'rule-page');
    expect(await axeViolations(webviewFrame(page()), ofMarkdownPreview)).toEqual([]);
    await runCommand(page(), 'View: Close All Editors');
  });

  it('ignores it where it is, with a reason', async () => {
    await choose('Ignore W006 here');
    await answerText(page(), 'Why is it fine here?', 'the old name of ours');
    await editorLine(page(), 'pactwright-disable W006 -- the old name of ours').waitFor();
    await screenshot(page(), 'ignored');
    await runCommand(page(), 'File: Revert File');
    await editorLine(page(), 'pactwright-disable').waitFor({ state: 'detached' });
    expect(text()).not.toContain('pactwright-disable');
  });

  it('is there in a test, too, and ignores it in the language of the file', async () => {
    await openFile(page(), 'price.test.js');
    await squiggles(page(), 'warning').first().waitFor();
    await clickWord(page(), 'BUG-001/AC3', 'AC3');
    await lightBulb(page()).waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    await menu().waitFor();
    await screenshot(page(), 'light-bulb-test');
    await menu().locator('.monaco-list-row', { hasText: 'Ignore PW707 here' }).click();
    await answerText(page(), 'Why is it fine here?', 'AC3 comes with the next spec');
    await editorLine(page(), '// pactwright-disable-next-line PW707 -- AC3 comes with the next spec').waitFor();
    await page().keyboard.press('Control+S');
    await squiggles(page(), 'warning').first().waitFor({ state: 'detached' });
    await runCommand(page(), 'View: Close All Editors');
  });

  it('turns its rule off in the configuration', async () => {
    await choose('Turn off W006');
    await expect
      .poll(() => existsSync(config()) && readFileSync(config(), 'utf8'), patience)
      .toBe('rules:\n  W006: off # unknown-status\n');
    await openFile(page(), 'STORY-002.md');
    await squiggles(page(), 'warning').filter({ hasText: 'In-Progress' }).first().waitFor({ state: 'detached' });
  });

  it('merges an entry that is there twice, with the tasks of both', async () => {
    const board = (): string => readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');
    const twice = board()
      .split('\n')
      .flatMap((line, index) => (line.includes('### [STORY-002]') ? [index + 1] : []));
    expect(twice).toHaveLength(2);
    await runCommand(page(), 'View: Close All Editors');
    await openFile(page(), 'sprint_board.md');
    await goToLine(page(), twice[1] ?? 0);
    // Into the id, where the finding is.
    for (let column = 0; column < '### ['.length; column++) await page().keyboard.press('ArrowRight');
    await lightBulb(page()).waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    await menu().waitFor();
    await screenshot(page(), 'light-bulb-twice');
    await menu().locator('.monaco-list-row', { hasText: 'Merge this entry into the first one' }).click();
    await page().locator('.tab.active.dirty').waitFor();
    await page().keyboard.press('Control+S');
    await expect.poll(() => board().match(/### \[STORY-002\]/gu)).toHaveLength(1);
    for (const task of ['Read it back', 'Expiry after thirty days']) expect(board()).toContain(task);
  });
});

describe('one number for one thing', () => {
  const onCommandLine = async (id: string): Promise<Pick<Figures, 'criteria' | 'drift'>> => {
    const ask = async (...args: readonly string[]): Promise<string> =>
      (
        await run(process.execPath, [path.join(repository, 'dist/cli.js'), ...args, '--root', folder], {
          env: cleanEnvironment(),
        })
      ).output;
    const criteria = (await ask('explain', id)).match(/^\| (?:AC|Scenario )\d.*$/gmu) ?? [];
    const tested = criteria.filter((row) => !row.endsWith('| none |'));
    const { findings } = JSON.parse(await ask('drift', id, '--format', 'json')) as { findings: readonly unknown[] };
    return { criteria: `${tested.length}/${criteria.length}`, drift: findings.length };
  };

  it('counts alike on the row, the card, the lens and the hover card of an item, and on the command line', async () => {
    await page().setViewportSize({ width: 1280, height: 2_400 });
    const done = boardRows(page()).filter({ hasText: 'Done' }).first().locator('.monaco-tl-twistie.collapsed');
    if (await done.count()) await done.click();
    await openFile(page(), 'sprint_board.md');
    await page().keyboard.press('Control+Home');
    const headings = Array.from(
      readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8').matchAll(/^### \[([^\]]+)\]/gmu),
      ([, id]) => id,
    );
    const lenses = (): Promise<string[]> =>
      page()
        .locator('.codelens-decoration')
        .evaluateAll((all) =>
          all
            .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
            .map(({ textContent }) => textContent),
        );
    await expect
      .poll(async () => (await lenses()).filter((text) => text.includes('tasks')).length)
      .toBe(headings.length);
    const inText = new Map<string, readonly Figures[]>();
    for (const id of countedItems) {
      const hover = page().locator('.monaco-hover', { hasText: id }).filter({ hasText: 'Status' });
      await hoverCard(activeGroup(page()), hover, () => hoverWord(page(), `[${id}]`, id));
      inText.set(id, [figuresIn((await lenses())[headings.indexOf(id)] ?? ''), figuresIn(await hover.innerText())]);
    }
    await screenshot(page(), 'one-number');
    await runCommand(page(), 'Pactwright: Open Board');
    const { card } = kanbanOf(page());
    for (const id of countedItems) {
      await card(id).locator('.meta').waitFor();
      const all = figuresIn((await card(id).locator('.said').allTextContents()).join(' '));
      const row = (await boardRows(page()).filter({ hasText: id }).getAttribute('aria-label')) ?? '';
      // The card shows all of it, each other place a part.
      expect(figuresIn(row), row).toEqual({ ...all, drift: 0 });
      expect(inText.get(id), id).toEqual([
        { ...all, errors: 0, warnings: 0 },
        { ...all, drift: 0 },
      ]);
      expect(await onCommandLine(id), id).toEqual({ criteria: all.criteria, drift: all.drift });
    }
  });
});
