import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { createBoards } from '../../../client/src/editor/boards.js';
import type { ServerLink } from '../../../client/src/editor/serverLink.js';
import type { BoardView } from '../../../server/src/protocol.js';
import { boardOf } from './boardViews.js';

/** A server whose answers are given by hand. */
function server(): {
  readonly link: ServerLink;
  readonly asked: () => number;
  readonly answer: (boards: readonly BoardView[] | undefined) => Promise<void>;
  readonly tell: () => void;
} {
  const waiting: ((boards: readonly BoardView[] | undefined) => void)[] = [];
  let asked = 0;
  let tell = (): void => undefined;
  const link = {
    request: () => {
      asked++;
      return new Promise((resolve) => waiting.push(resolve));
    },
    onReady: () => undefined,
    onNotification: (_: string, handler: () => void) => {
      tell = handler;
    },
  };
  return {
    link: link as unknown as ServerLink, // what the boards use of it
    asked: () => asked,
    answer: async (boards) => {
      waiting.shift()?.(boards);
      await vi.advanceTimersByTimeAsync(0);
    },
    tell: () => {
      tell();
    },
  };
}

const context = { subscriptions: [] } as unknown as ExtensionContext; // likewise
const named = (name: string): readonly BoardView[] => [boardOf({}, { name })];

describe('the boards', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are asked for once by all who want them at the same time', async () => {
    const { link, asked, answer } = server();
    const boards = createBoards(context, link);
    const both = Promise.all([boards.get(), boards.get()]);
    await answer(named('first'));
    expect((await both).map(([board]) => board?.name)).toEqual(['first', 'first']);
    await boards.get();
    expect(asked()).toBe(1);
  });

  it('are asked for again where somebody wants them anew while an answer is under way', async () => {
    const { link, answer } = server();
    const boards = createBoards(context, link);
    void boards.get();
    const anew = boards.refresh();
    await answer(named('older'));
    await answer(named('newer'));
    await anew;
    expect(boards.latest()?.map(({ name }) => name)).toEqual(['newer']);
  });

  it('are what they were where the server does not answer', async () => {
    const { link, answer } = server();
    const boards = createBoards(context, link);
    const told: (string | undefined)[] = [];
    boards.onChange(([board]) => told.push(board?.name));
    for (const answered of [named('shop'), undefined]) {
      void boards.refresh();
      await answer(answered);
    }
    expect(told).toEqual(['shop', 'shop']);
  });

  it('are asked for at once when they change, and together when they change again and again', async () => {
    const { link, asked, answer, tell } = server();
    createBoards(context, link);
    tell();
    await answer(named('one'));
    expect(asked()).toBe(1);
    for (let time = 0; time < 5; time++) tell();
    expect(asked()).toBe(1);
    await vi.runOnlyPendingTimersAsync();
    expect(asked()).toBe(2);
    await answer(named('two'));
    await vi.runAllTimersAsync();
    expect(asked()).toBe(2);
  });
});
