import { beforeEach, expect, it } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { registerBoardCommands } from '../../../client/src/board/boardCommands.js';
import type { BoardEdits } from '../../../client/src/board/boardEdits.js';
import { everything } from '../../../client/src/board/boardOrder.js';
import { boardRowsBelow, topBoardRows } from '../../../client/src/board/boardRows.js';
import type { BoardTree } from '../../../client/src/board/boardTree.js';
import { boardOf, entryOf } from './boardViews.js';
import * as vscode from './vscode.js';

const board = boardOf({ Backlog: [entryOf('STORY-001')], Done: [entryOf('STORY-002'), entryOf('STORY-003')] });
const [one, two, three] = topBoardRows([board], everything).flatMap((row) => boardRowsBelow(row, everything));
const card = (key: string): unknown => ({ webviewSection: 'card', board: board.uri, card: key });

const registered = new Map<string, (...args: readonly unknown[]) => Promise<void>>();
const archived: (readonly string[])[] = [];

beforeEach(() => {
  archived.length = 0;
  Object.assign(vscode.commands, {
    registerCommand: (name: string, run: () => Promise<void>) => registered.set(name, run),
  });
  const context = { subscriptions: [] } as unknown as ExtensionContext; // as much as it uses
  registerBoardCommands(context, {
    boards: { latest: () => [board] },
    tree: { selection: () => [three] } as unknown as BoardTree, // as much as it uses
    edits: { archive: (_root: string, items: readonly string[]) => archived.push(items) } as unknown as BoardEdits, // likewise
  });
});

it.each<[string, readonly unknown[], readonly (readonly string[])[]]>([
  ['a row of the tree', [two], [['STORY-002']]],
  ['a row that is one of those selected', [two, [three, two]], [['STORY-002', 'STORY-003']]],
  ['a card of the page', [card('STORY-002')], [['STORY-002']]],
  ['a card that is gone', [card('STORY-009')], []],
  ['another place of the page', [{ webviewSection: 'board' }], []],
  ['a key', [], [['STORY-003']]],
  ['a row of a section', [one?.parent], []],
])('an operation of the board by %s', async (_name, args, expected) => {
  await registered.get('pactwright.board.archive')?.(...args);
  expect(archived).toEqual(expected);
});
