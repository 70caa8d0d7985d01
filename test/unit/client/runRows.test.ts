import { describe, expect, it } from 'vitest';
import { answerArgs, needsOf, type RunRow, runRows } from '../../../client/src/runs/runRows.js';
import { toRunTreeItem } from '../../../client/src/runs/runTreeItem.js';
import { createTreeRows } from '../../../client/src/editor/treeRows.js';
import type { ListedRun, PacketView } from '../../../server/src/protocol.js';

const packet = (id: string, wave: number, stage: PacketView['stage'], more: Partial<PacketView> = {}): PacketView => ({
  id,
  title: `Title of ${id}`,
  wave,
  stage,
  needs: [],
  rounds: 0,
  dollars: 0,
  ...more,
});

const run = (packets: readonly PacketView[], more: Partial<ListedRun> = {}): ListedRun => ({
  run: '20261126-021500-1f3a',
  folder: '/shop',
  target: 'main',
  state: 'running',
  plannedAt: 0,
  dollars: 1.2,
  budget: 10,
  packets,
  ...more,
});

/** What the view shows, a row a line. */
function shown(rows: readonly RunRow[]): readonly string[] {
  return rows.flatMap((row) => {
    const { label, description, contextValue } = toRunTreeItem(row);
    const below = row.kind === 'packet' ? [] : row.rows;
    return [
      `${typeof label === 'string' ? label : ''} | ${String(description)} | ${contextValue ?? ''}`,
      ...shown(below).map((line) => `  ${line}`),
    ];
  });
}

describe('the rows of runs', () => {
  it('show waves, what each packet is at or waits for, and the cost against the cap', () => {
    const rows = runRows([
      run([
        packet('STORY-001', 1, 'merged'),
        packet('STORY-002', 1, 'asks', { note: 'which table?', rounds: 1, dollars: 0.5 }),
        packet('STORY-003', 2, 'waiting', { note: 'waits for STORY-002' }),
      ]),
    ]);
    expect(shown(rows)).toEqual([
      'Run of 2026-11-26 02:15 UTC | running · 1 of 3 merged · $1.20 of $10.00 | run running',
      '  Wave 1 | 1 of 2 merged | wave',
      '    STORY-002 | needs an answer · which table? · sent back once · $0.50 | packet asks',
      '    STORY-001 | merged · Title of STORY-001 | packet merged',
      '  Wave 2 | 0 of 1 merged | wave',
      '    STORY-003 | waiting · waits for STORY-002 | packet waiting',
    ]);
  });

  it('name what needs a person once, and again for another question', () => {
    const asks = (note: string): ListedRun => run([packet('STORY-001', 1, 'asks', { note })]);
    const [first] = needsOf([asks('which table?')]).keys();
    expect([...needsOf([asks('which table?')]).keys()]).toEqual([first]);
    expect([...needsOf([asks('which color?')]).keys()]).not.toEqual([first]);
    expect(needsOf([run([packet('STORY-001', 1, 'build')])]).size).toBe(0);
    const running = { state: 'running', why: 'build is stopped' } as const;
    expect(needsOf([run([], running)]).size).toBe(0);
    expect(needsOf([run([], { ...running, isStopped: true })]).size).toBe(1);
    expect(needsOf([run([], { state: 'halted', why: 'the quota is used up' })]).size).toBe(1);
  });

  it('are drawn again only where they differ, of a thousand packets', async () => {
    const packets = Array.from({ length: 1000 }, (_, at) => packet(`P${at}`, 1 + Math.floor(at / 50), 'waiting'));
    let rows = runRows([run(packets)]);
    const tree = createTreeRows<RunRow>({
      id: ({ id }) => id,
      below: (row) => (row ? (row.kind === 'packet' ? [] : row.rows) : rows),
      item: toRunTreeItem,
    });
    const drawn: (readonly RunRow[] | undefined)[] = [];
    tree.onDidChangeTreeData((some) => drawn.push(some));
    const open = async (row?: RunRow): Promise<void> => {
      for (const below of await tree.getChildren(row)) {
        tree.getTreeItem(below);
        await open(below);
      }
    };
    await open();
    rows = runRows([run(packets.map((one) => (one.id === 'P999' ? { ...one, note: 'waits for P1' } : one)))]);
    tree.update();
    expect(drawn.map((some) => some?.map(({ id }) => id))).toEqual([['20261126-021500-1f3a/P999']]);
  });
});

it.each([
  [{ text: '--drop' }, ['--', '--drop']],
  [{ text: '' }, []],
  ['drop', ['--drop']],
] as const)('passes an answer as it was typed: %j', (answer, args) => {
  const row = {
    kind: 'packet',
    id: '',
    run: { run: 'R', folder: '/shop' },
    packet: packet('STORY-001', 1, 'asks'),
  } as const;
  expect(answerArgs(row, answer)).toEqual(['run', 'answer', 'STORY-001', '--run', 'R', ...args]);
});
