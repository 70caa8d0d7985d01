import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TreeItem, TreeItemCollapsibleState } from 'vscode';
import { createTreeRows, type TreeRows } from '../../../client/src/editor/treeRows.js';

const { Expanded, None } = TreeItemCollapsibleState;

interface Row {
  readonly id: string;
  readonly text: string;
  readonly rows?: readonly Row[];
  /** Where it stands in its file. */
  readonly line?: number;
  readonly facts?: string;
}

const row = (id: string, text = id, rows: readonly Row[] = [], more: Partial<Row> = {}): Row => ({
  id,
  text,
  rows,
  ...more,
});

/** A row as it is drawn. */
interface Node {
  readonly row: Row;
  label: string;
  below: readonly Node[];
}

const shownOf = (all: readonly Node[]): unknown[] =>
  all.map(({ row: { id }, label, below }) => [id, label, shownOf(below)]);
const truthOf = (all: readonly Row[]): unknown[] => all.map(({ id, text, rows = [] }) => [id, text, truthOf(rows)]);

function labelOf(rows: TreeRows<Row>, of: Row): string {
  const { label = '' } = rows.getTreeItem(of);
  return typeof label === 'string' ? label : label.label;
}

type Wait = (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>;

/** An editor with all rows open: it asks as VS Code does, and draws what it is told to. */
function editor(now: readonly Row[], wait: Wait = (rows) => rows) {
  const looked: string[] = [];
  let current = now;
  const rows: TreeRows<Row> = createTreeRows<Row>({
    id: ({ id }) => id,
    below: (above) => wait(above ? (above.rows ?? []) : current),
    item: ({ id, text, rows: below = [], line }) => {
      looked.push(id);
      const item = new TreeItem(text, below.length > 0 ? Expanded : None);
      item.id = id;
      if (line !== undefined) item.command = { command: 'open', title: '', arguments: [line] };
      return item;
    },
    card: ({ facts }) => facts,
  });
  const nodes = new Map<Row, Node>();
  let top: readonly Node[] = [];
  const clear = (all: readonly Node[]): void => {
    for (const node of all) {
      clear(node.below);
      nodes.delete(node.row);
    }
  };
  const ask = async (above?: Row): Promise<readonly Node[]> => {
    const all: Node[] = [];
    for (const one of await rows.getChildren(above)) {
      const node: Node = { row: one, label: labelOf(rows, one), below: [] };
      nodes.set(one, node);
      all.push(node);
    }
    for (const node of all) node.below = await ask(node.row);
    return all;
  };
  const fired: (readonly string[] | 'all')[] = [];
  let drawing = Promise.resolve();
  const draw = async (wanted: readonly Row[] | undefined): Promise<void> => {
    if (!wanted) {
      nodes.clear();
      top = await ask();
      return;
    }
    for (const one of wanted) {
      const node = nodes.get(one);
      if (!node) continue;
      clear(node.below);
      node.label = labelOf(rows, one);
      node.below = await ask(one);
    }
  };
  rows.onDidChangeTreeData((wanted) => {
    fired.push(wanted ? wanted.map(({ id }) => id) : 'all');
    drawing = drawing.then(() => draw(wanted));
  });
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 5; round++) {
      await new Promise(setImmediate);
      await drawing;
    }
  };
  return {
    rows,
    looked,
    start: () => draw(undefined),
    held: (id: string) => [...nodes.keys()].find((one) => one.id === id),
    shown: () => shownOf(top),
    truth: () => truthOf(current),
    /** What is drawn where the rows are these. */
    become: async (next: readonly Row[]) => {
      current = next;
      looked.length = 0;
      fired.length = 0;
      rows.update();
      await settle();
      return fired;
    },
    settle,
  };
}

const start = [row('A', 'A', [row('a', 'a', [row('a1'), row('a2')]), row('b')]), row('B', 'B', [row('c')])];

describe('of a tree, the editor draws anew', () => {
  it.each<[string, readonly Row[], readonly (readonly string[] | 'all')[]]>([
    ['nothing where nothing differs', start, []],
    [
      'the row whose look differs',
      [row('A', 'A', [row('a', 'a', [row('a1'), row('a2', 'other')]), row('b')]), row('B', 'B', [row('c')])],
      [['a2']],
    ],
    [
      'several at once',
      [row('A', 'A', [row('a', 'a', [row('a1'), row('a2')]), row('b', 'x')]), row('B', 'B', [row('c', 'y')])],
      [['b', 'c']],
    ],
    [
      'the row whose card would tell something else',
      [
        row('A', 'A', [row('a', 'a', [row('a1'), row('a2')]), row('b', 'b', [], { facts: 'new' })]),
        row('B', 'B', [row('c')]),
      ],
      [['b']],
    ],
    [
      'the row where a click leads elsewhere',
      [row('A', 'A', [row('a', 'a', [row('a1'), row('a2')]), row('b', 'b', [], { line: 3 })]), start[1] ?? row('B')],
      [['b']],
    ],
    [
      'the row above one that came',
      [row('A', 'A', [row('a', 'a', [row('a1'), row('a2'), row('a3')]), row('b')]), row('B', 'B', [row('c')])],
      [['a']],
    ],
    [
      'the row above those that changed places',
      [row('A', 'A', [row('a', 'a', [row('a2'), row('a1')]), row('b')]), row('B', 'B', [row('c')])],
      [['a']],
    ],
    [
      'both rows above one that went from one to the other',
      [row('A', 'A', [row('b')]), row('B', 'B', [row('a', 'a', [row('a1'), row('a2')]), row('c')])],
      [['A', 'B']],
    ],
    [
      'the row above alone, whatever differs below',
      [row('A', 'other', [row('a', 'x', [row('a1', 'y'), row('a2')])]), row('B', 'B', [row('c')])],
      [['A']],
    ],
    ['all where one comes at the top', [...start, row('C')], ['all']],
    ['all where one at the top goes', start.slice(1), ['all']],
  ])('%s', async (_name, next, expected) => {
    const { start: begin, become, shown, truth } = editor(start);
    await begin();
    expect(await become(next)).toEqual(expected);
    expect(shown()).toEqual(truth());
    expect(await become(next)).toEqual([]);
  });

  it('what has changed, and shows what is there, whatever changes', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const leaves = fc.uniqueArray(fc.record({ id: name, text: name }), { selector: ({ id }) => id, maxLength: 4 });
    const tree = fc.uniqueArray(fc.record({ id: name, text: name, rows: leaves }), {
      selector: ({ id }) => id,
      maxLength: 3,
    });
    const trees = fc.array(tree, { minLength: 1, maxLength: 5 });
    const named = (all: readonly Row[], above = ''): Row[] =>
      all.map((one) => ({ ...one, id: above + one.id, rows: named(one.rows ?? [], above + one.id) }));
    await fc.assert(
      fc.asyncProperty(trees, fc.boolean(), async (states, later) => {
        const own = editor([], later ? (rows) => new Promise((done) => setImmediate(done, rows)) : undefined);
        await own.start();
        for (const state of states) {
          await own.become(named(state));
          expect(own.shown()).toEqual(own.truth());
          expect(await own.become(named(state))).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a big tree', () => {
  const entries = (change: (at: number) => string): readonly Row[] => [
    row(
      'A',
      'A',
      Array.from({ length: 2_000 }, (_, at) => row(`e${at}`, change(at))),
    ),
    row('B', 'B', []),
  ];

  it.each<[string, (at: number) => string, readonly (readonly string[])[]]>([
    ['one row of it', (at) => (at === 1_234 ? 'other' : 'same'), [['e1234']]],
    ['the row above, where very many differ', (at) => (at % 2 === 0 ? 'other' : 'same'), [['A']]],
  ])('is looked at once for each row, and drawn anew is %s', async (_name, change, expected) => {
    const { start: begin, become, looked } = editor(entries(() => 'same'));
    await begin();
    expect(await become(entries(() => 'same'))).toEqual([]);
    expect(looked).toHaveLength(2_002);
    expect(await become(entries(change))).toEqual(expected);
    const drawn = expected.join() === 'A' ? 2_001 : 1;
    expect(looked).toHaveLength(2_002 + drawn);
  });
});

describe('a row that the editor knows', () => {
  it('is up to date where nothing of it is drawn anew', async () => {
    const { start: begin, become, held } = editor([row('A', 'A', [], { facts: 'f' })]);
    await begin();
    const before = held('A');
    expect(await become([{ id: 'A', text: 'A', facts: 'f' }])).toEqual([]);
    expect(held('A')).toBe(before);
    expect(before).toEqual({ id: 'A', text: 'A', facts: 'f' });
  });

  it('is none that others hold', async () => {
    const mine = row('A');
    const { start: begin, become } = editor([mine]);
    await begin();
    await become([row('A', 'other')]);
    expect(mine.text).toBe('A');
  });

  it('is found by any row of its id, and drawn anew where that is wanted', async () => {
    const { start: begin, rows, held, become } = editor(start);
    await begin();
    expect(rows.known(row('c'))).toBe(held('c'));
    const fired: unknown[] = [];
    rows.onDidChangeTreeData((wanted) => fired.push(wanted));
    rows.redraw(row('c'));
    expect(fired).toEqual([[held('c')]]);
    expect(await become(start)).toEqual([]);
  });
});

describe('rows that are asked for', () => {
  it('are those of the newest answer, whichever comes last', async () => {
    const answers: ((rows: readonly Row[]) => void)[] = [];
    let isSlow = false;
    const own = editor([row('A', 'A', [row('a')])], (rows) =>
      isSlow && rows[0]?.id.startsWith('a') ? new Promise((done) => answers.push(done)) : rows,
    );
    await own.start();
    isSlow = true;
    own.rows.update();
    own.rows.update();
    isSlow = false;
    answers[1]?.([row('a', 'newer')]);
    answers[0]?.([row('a', 'older')]);
    await own.settle();
    expect(own.held('a')?.text).toBe('newer');
  });

  it('are asked for again where they may have changed before they were told', async () => {
    let current = 'old';
    let hold: (() => void) | undefined;
    const rows = createTreeRows<Row>({
      id: ({ id }) => id,
      below: async () => {
        const answer = [row('A', current)];
        if (current === 'old') await new Promise<void>((done) => (hold = done));
        return answer;
      },
      item: ({ text }) => new TreeItem(text, None),
    });
    const asked = rows.getChildren();
    current = 'new';
    rows.update();
    hold?.();
    expect((await asked).map(({ text }) => text)).toEqual(['new']);
  });

  it('are the same objects however often they are asked for: the editor drops an answer that comes too late for it', async () => {
    let current = [row('A', 'old')];
    const rows = createTreeRows<Row>({
      id: ({ id }) => id,
      below: () => current,
      item: ({ text }) => new TreeItem(text, None),
    });
    const [kept] = await rows.getChildren();
    await rows.getChildren();
    const drawn: unknown[] = [];
    rows.onDidChangeTreeData((changed) => drawn.push(changed?.[0]));
    if (kept) rows.getTreeItem(kept);
    current = [row('A', 'new')];
    rows.update();
    expect(drawn).toEqual([kept]);
    expect(drawn[0]).toBe(kept);
  });
});
