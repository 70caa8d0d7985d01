import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { KanbanCard, KanbanColumn, KanbanMessage } from '../../client/src/kanban/kanbanMessages.js';
import { kanbanWords } from '../../client/src/kanban/kanbanWords.js';
import { type BuiltPage, openBuiltPage } from '../support/openBuiltPage.js';
import { calibrate, report } from './measure.js';

vi.mock('vscode', () => import('../unit/client/vscode.js'));

/** The page as it is built, and beside it a count of what is rendered: an element of the class that its component makes. */
const counted = `
import { options } from 'preact';
import './main.js';
window.made = { cards: 0, columns: 0 };
const before = options.vnode;
options.vnode = (vnode) => {
  const names = String(vnode.props?.class ?? '').split(' ');
  if (names.includes('card')) window.made.cards++;
  if (names.includes('column')) window.made.columns++;
  before?.(vnode);
};
`;

/** What a page of ours holds in this bench. */
interface Counting {
  made: { cards: number; columns: number };
}

describe('the board with 2,000 cards', () => {
  let built: BuiltPage | undefined;
  const opened = (): BuiltPage => {
    if (!built) throw new Error('the browser did not start');
    return built;
  };
  const board = (): Page => opened().page;
  const columns = [columnOf('Backlog', 1, 900), columnOf('In Progress', 901, 100), columnOf('Done', 1_001, 1_000)];
  const words = kanbanWords();
  const messageOf = (shown: readonly KanbanColumn[]): KanbanMessage => ({
    type: 'board',
    words,
    uri: 'file:///board.md',
    canWrite: true,
    board: shown,
  });

  const send = (message: KanbanMessage): Promise<number> => opened().send(message);
  const rest = (): Promise<void> =>
    board().evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done()), 50)));
  /** What an action makes again. */
  const madeBy = async (action: () => Promise<unknown>): Promise<Counting['made']> => {
    await board().evaluate(() => Object.assign(window, { made: { cards: 0, columns: 0 } }));
    await action();
    await rest();
    return board().evaluate(() => (window as unknown as Counting).made); // the bundle above makes it
  };
  const elements = (): Promise<number> => board().evaluate(() => document.querySelectorAll('body *').length);

  beforeAll(async () => {
    built = await openBuiltPage('kanban', 'kanban.css', counted);
  });
  afterAll(() => built?.close());

  it('makes what is in sight, and makes again what differs', async () => {
    const painted = await send(messageOf(columns));
    await rest();
    const first = await elements();
    const cards = await board().locator('.card').count();
    report('board of 2,000 cards, first paint', { ms: painted, elements: first, cards, 'calibration ms': calibrate() });
    expect(first).toBeLessThan(1_500);
    expect(cards).toBeLessThan(60);

    const list = board().locator('.cards').last();
    await list.focus();
    const settle = (request: number): Promise<unknown> => send({ type: 'settled', request });
    const retitled = columns.map((column) => ({
      ...column,
      cards: column.cards.map((card) => (card.key === 'STORY-1002' ? { ...card, title: 'Another title' } : card)),
    }));
    const actions: readonly (readonly [name: string, most: number, action: () => Promise<unknown>])[] = [
      ['the same board again', 0, () => send(messageOf(columns))],
      ['one title differs', 1, () => send(messageOf(retitled))],
      ['arrow down', 2, () => board().keyboard.press('ArrowDown')],
      ['show tasks', 1, () => board().keyboard.press('Space')],
      ['go to a task', 1, () => board().keyboard.press('ArrowDown')],
      ['tick it', 1, () => board().keyboard.press('Space')],
      ['it is settled', 1, () => settle(1)],
      ['scroll by one screen', cards, () => list.evaluate((element) => element.scrollBy(0, element.clientHeight))],
      ['go to the end', cards, () => board().keyboard.press('End')],
      ['move to the column beside', 2 * cards, () => board().keyboard.press('Alt+ArrowLeft')],
      ['filter', 2 * cards, () => board().locator('#filter').fill('the 19')],
      ['empty the filter', 3 * cards, () => board().locator('#filter').fill('')],
    ];
    for (const [name, most, action] of actions) {
      const made = await madeBy(action);
      report(`board of 2,000 cards, ${name}`, {
        cards: String(made.cards),
        columns: String(made.columns),
        elements: await elements(),
      });
      expect(made.cards, name).toBeLessThanOrEqual(most);
      expect(made.columns, name).toBeLessThanOrEqual(3 * columns.length);
      expect(await elements(), name).toBeLessThan(1_500);
    }
    expect(await opened().posted()).toMatchObject([{ type: 'ready' }, { type: 'change' }, { type: 'change' }]);
  });
});

function columnOf(title: string, from: number, count: number): KanbanColumn {
  const cards = Array.from({ length: count }, (_, index): KanbanCard => {
    const id = `STORY-${String(from + index).padStart(4, '0')}`;
    const facts = { hasSpec: true, priority: 'P2', rank: 2, criteria: 3, covered: 1, coveredBy: 'test' } as const;
    return {
      key: id,
      id,
      title: `The ${from + index}th thing that somebody wants to have`,
      tasks: [1, 2, 3].map((task) => ({ text: `Step ${task}`, checked: task === 1 })),
      facts: { ...facts, branches: [`feature/${id}`], errors: 0, warnings: 1, drifts: index % 3, blockedBy: [] },
    };
  });
  return { key: title, title, kind: 'custom', cards };
}
