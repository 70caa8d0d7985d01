import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExtensionContext } from 'vscode';
import type { BoardEdits } from '../../../client/src/board/boardEdits.js';
import { everything } from '../../../client/src/board/boardOrder.js';
import type { BoardRow } from '../../../client/src/board/boardRows.js';
import type { Boards } from '../../../client/src/editor/boards.js';
import { type BoardTree, createBoardTree } from '../../../client/src/board/boardTree.js';
import type { BoardEntryView, BoardFacts, BoardTaskView, BoardView } from '../../../server/src/protocol.js';
import { at, boardOf, entryOf } from './boardViews.js';
import { showTree, type ShownTree } from './shownTree.js';
import * as vscode from './vscode.js';

const task = (text: string, checked = false): BoardTaskView => ({ text, checked, range: at(9) });
const one = (facts: Partial<BoardFacts> = {}, tasks = [task('Model'), task('View')]): BoardEntryView =>
  entryOf('STORY-1', facts, { tasks });
const two = entryOf('STORY-2');
const boards = (...entries: readonly (readonly BoardEntryView[])[]): readonly BoardView[] => [
  boardOf({ Backlog: entries[0] ?? [], 'In Progress': entries[1] ?? [] }),
];
const start = boards([one(), two], [entryOf('STORY-3')]);

describe('of the board tree is drawn anew', () => {
  const told = new vscode.EventEmitter<readonly BoardView[]>();
  afterEach(() => {
    told.dispose();
  });
  let latest = start;
  let tree: BoardTree;
  let shown: ShownTree<BoardRow>;

  beforeEach(async () => {
    latest = start;
    shown = showTree();
    tree = createBoardTree(
      {
        subscriptions: [],
        workspaceState: { get: () => undefined, update: () => Promise.resolve() },
      } as unknown as ExtensionContext, // as much as it uses
      {
        boards: {
          get: () => Promise.resolve(latest),
          latest: () => latest,
          refresh: () => Promise.resolve(),
          onChange: told.event as Boards['onChange'],
        },
        edits: { tick: () => Promise.resolve(false) } as unknown as BoardEdits, // likewise
        link: { request: () => Promise.resolve(undefined) },
      },
    );
    await shown.open();
    shown.drawn();
  });

  it.each<[string, readonly BoardView[], readonly string[]]>([
    ['nothing where it is what it was', structuredClone(start), []],
    [
      'the entry of a task that is ticked',
      boards([one({}, [task('Model', true), task('View')]), two], [entryOf('STORY-3')]),
      ['STORY-1'],
    ],
    ['an entry whose card tells more', boards([one({ branches: ['cart'] }), two], [entryOf('STORY-3')]), ['STORY-1']],
    [
      'both sections of an entry that has moved',
      boards([two], [one(), entryOf('STORY-3')]),
      ['Backlog', 'In Progress'],
    ],
    ['all of another board', [boardOf({ Done: [two] })], ['all']],
  ])('%s', (_name, next, expected) => {
    latest = next;
    told.fire(next);
    expect(shown.drawn()).toEqual(expected);
  });

  it('the sections where other entries are wanted', async () => {
    await tree.choose({ ...everything, filters: ['drifts'] });
    expect(shown.drawn()).toEqual(['Backlog', 'In Progress']);
  });

  it('a task that was not ticked, as the editor has ticked its box already', async () => {
    await tree.check(shown.row('View'), true);
    expect(shown.drawn()).toEqual(['View']);
  });
});
