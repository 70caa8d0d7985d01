import { describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, TreeDataProvider } from 'vscode';
import { createBoardTree } from '../../../client/src/boardTree.js';
import type { ServerLink } from '../../../client/src/serverLink.js';
import type { BoardView } from '../../../server/src/protocol.js';
import * as vscode from './vscode.js';

vi.mock('vscode', () => import('./vscode.js'));

const at = (
  line: number,
): { start: { line: number; character: number }; end: { line: number; character: number } } => ({
  start: { line, character: 0 },
  end: { line, character: 0 },
});

/** A board whose rows begin at a line, with a section, an entry and a task that stand there twice. */
const board = (line: number): BoardView => {
  const task = { text: 'Model', checked: false, range: at(line + 2) };
  const entry = {
    id: 'STORY-001',
    title: 'Cart',
    range: at(line + 1),
    tasks: [task, { ...task, range: at(line + 3) }],
  };
  const section = { title: 'Backlog', kind: 'backlog' as const, range: at(line), entries: [entry, entry] };
  return {
    uri: 'file:///board.md',
    root: 'file:///',
    name: 'root',
    drifts: 0,
    sections: [section, { ...section, title: '' }],
  };
};

/** Label and id of every row, in the order shown. */
async function rows(boards: readonly BoardView[]): Promise<{ label: string; id: string }[]> {
  let provider: TreeDataProvider<unknown> | undefined;
  Object.assign(vscode.window, {
    createTreeView: (_id: string, options: { treeDataProvider: TreeDataProvider<unknown> }) => {
      provider = options.treeDataProvider;
      return new vscode.Disposable(() => undefined);
    },
  });
  const link = {
    request: () => Promise.resolve(boards),
    onReady: () => undefined,
    onNotification: () => undefined,
  };
  createBoardTree(
    { subscriptions: [] } as unknown as ExtensionContext, // what the tree uses of it
    link as unknown as ServerLink, // likewise
  );
  const walk = async (node: unknown): Promise<{ label: string; id: string }[]> => {
    const children = (await provider?.getChildren(node)) ?? [];
    const found: { label: string; id: string }[] = [];
    for (const child of children) {
      const item = await provider?.getTreeItem(child);
      found.push(
        { label: typeof item?.label === 'string' ? item.label : '', id: item?.id ?? '' },
        ...(await walk(child)),
      );
    }
    return found;
  };
  return walk(undefined);
}

describe('the rows of the board tree', () => {
  it('each have an id of their own, also where names are equal', async () => {
    const ids = (await rows([board(0), { ...board(0), uri: 'file:///other.md' }])).map(({ id }) => id);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keep their ids when lines are added above', async () => {
    expect(await rows([board(7)])).toEqual(await rows([board(0)]));
  });

  it('all have a name to be read out', async () => {
    expect((await rows([board(0)])).filter(({ label }) => label === '')).toEqual([]);
  });
});
