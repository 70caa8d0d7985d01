import { describe, expect, it } from 'vitest';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';
import { board, boardCase, onBoard } from './boardCase.js';

const five = board(
  '## 📋 Backlog\n\n### [STORY-1] A\n\n- [ ] a\n\n### [STORY-2] B\n\n### [STORY-11] C',
  '## 🔄 In Progress\n\nWords\n\n### [STORY-3] D\n\n- [x] d',
  '## 🧊 Icebox\n\n<!-- cold -->',
  '## ✅ Done\n\n### [STORY-4] E\n\n- [x] e\n\nFoot',
);

/** The ids of each section, in order. */
const order = (text: string): string =>
  text
    .split('\n## ')
    .slice(1)
    .map((section) => [...section.matchAll(/^### \[STORY-(\d+)\]/gmu)].map(([, id]) => id).join(' '))
    .join(' | ');

describe('board move', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['to the end of a section', { items: ['STORY-1'], section: 'in-progress' }, '2 11 | 3 1 |  | 4'],
    ['by its heading', { items: ['STORY-1'], section: '🔄 In Progress' }, '2 11 | 3 1 |  | 4'],
    ['to a section of its own', { items: ['STORY-1'], section: 'icebox' }, '2 11 | 3 | 1 | 4'],
    [
      'several, as they stand on the board',
      { items: ['STORY-4', 'STORY-11', 'STORY-1'], section: 'icebox' },
      '2 | 3 | 1 11 4 | ',
    ],
    ['named twice, moved once', { items: ['STORY-1', 'STORY-1'], section: 'done' }, '2 11 | 3 |  | 4 1'],
    ['above another', { items: ['STORY-1'], section: 'done', before: 'STORY-4' }, '2 11 | 3 |  | 1 4'],
    ['below another', { items: ['STORY-4'], section: 'backlog', after: 'STORY-1' }, '1 4 2 11 | 3 |  | '],
    ['below the last', { items: ['STORY-1'], section: 'backlog', after: 'STORY-11' }, '2 11 1 | 3 |  | 4'],
    ['to a place', { items: ['STORY-4'], section: 'backlog', position: 1 }, '4 1 2 11 | 3 |  | '],
    ['to the last place', { items: ['STORY-1', 'STORY-2'], section: 'done', position: 2 }, '11 | 3 |  | 4 1 2'],
    [
      'a place counts without what is moved',
      { items: ['STORY-1'], section: 'backlog', position: 2 },
      '2 1 11 | 3 |  | 4',
    ],
    [
      'several from near and far',
      { items: ['STORY-3', 'STORY-1'], section: 'backlog', after: 'STORY-2' },
      '2 1 3 11 |  |  | 4',
    ],
    ['those there already stay', { items: ['STORY-1', 'STORY-3'], section: 'backlog' }, '1 2 11 3 |  |  | 4'],
  ])('%s', async (_, input, expected) => {
    const { text } = await onBoard('board move', input, five);
    expect(order(text)).toBe(expected);
    expect(text.endsWith('Foot\n')).toBe(true);
  });

  it('is one edit of the board, whatever the boxes say', async () => {
    const { plan } = await carryOutOn(
      boardCase('board move', { items: ['STORY-1', 'STORY-2'], section: 'done' }, five),
    );
    expect(plan.changes).toHaveLength(1);
    expect(plan.answer).toEqual({
      message: 'STORY-1, STORY-2 moved to Done',
      data: { items: ['STORY-1', 'STORY-2'], section: '✅ Done', changed: true },
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['in its section', { items: ['STORY-1'], section: 'backlog' }],
    ['in its place', { items: ['STORY-1'], section: 'backlog', before: 'STORY-2' }],
    ['in their places', { items: ['STORY-1', 'STORY-2'], section: 'backlog', position: 1 }],
  ])('leaves what is %s already', async (_, input) => {
    const { text, data } = await onBoard('board move', input, five);
    expect(text).toBe(five);
    expect(data['changed']).toBe(false);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, string[]]>([
    ['an item that is not there', { items: ['STORY-1', 'STORY-9'], section: 'done' }, 'not-found', ['STORY-1']],
    ['no items', { items: [], section: 'done' }, 'invalid-input', []],
    [
      'an unknown section',
      { items: ['STORY-1'], section: 'doing' },
      'not-found',
      ['📋 Backlog', '🔄 In Progress', '🧊 Icebox', '✅ Done'],
    ],
    ['two places', { items: ['STORY-1'], section: 'done', before: 'STORY-4', position: 1 }, 'invalid-input', []],
    ['a place beyond the end', { items: ['STORY-1'], section: 'done', position: 3 }, 'invalid-input', []],
    ['place 0', { items: ['STORY-1'], section: 'done', position: 0 }, 'invalid-input', []],
    ['a neighbour elsewhere', { items: ['STORY-1'], section: 'done', before: 'STORY-2' }, 'not-found', ['STORY-4']],
    ['itself as neighbour', { items: ['STORY-1'], section: 'backlog', after: 'STORY-1' }, 'invalid-input', []],
  ])('refuses %s', async (_, input, code, candidates) => {
    expect(await refusalOf(boardCase('board move', input, five))).toMatchObject({ code, candidates });
  });

  it.each<[string, string, string]>([
    ['two sections of that name', board('## Backlog\n\n### [STORY-1] A', '## Done', '## ✅ Done'), 'ambiguous'],
    ['an entry that is there twice', board('## Backlog\n\n### [STORY-1] A\n\n### STORY-1 A', '## Done'), 'ambiguous'],
    ['a list item', board('## Backlog', '## Done\n\n- **STORY-1**: old'), 'not-allowed'],
    ['a fence that is never closed', board('## Done', '## Backlog\n\n### [STORY-1] A\n\n```'), 'not-allowed'],
    [
      'notes that are entries in Done',
      board('## Backlog\n\n### [STORY-1] A\n\n- **STORY-2**: blocks it', '## Done'),
      'not-allowed',
    ],
  ])('refuses %s', async (_, text, code) => {
    expect(await refusalOf(boardCase('board move', { items: ['STORY-1'], section: 'done' }, text))).toMatchObject({
      code,
    });
  });

  it('takes one of two sections by its heading', async () => {
    const text = board('## Backlog\n\n### [STORY-1] A', '## Done', '## ✅ Done');
    expect((await onBoard('board move', { items: ['STORY-1'], section: '✅ Done' }, text)).text).toBe(
      board('## Backlog', '## Done', '## ✅ Done\n\n### [STORY-1] A'),
    );
  });
});

describe('board reorder', () => {
  it.each<[Readonly<Record<string, unknown>>, string, readonly string[]]>([
    [{ item: 'STORY-11', toTop: true }, '11 1 2 | 3 |  | 4', ['STORY-11', 'STORY-1', 'STORY-2']],
    [{ item: 'STORY-1', toBottom: true }, '2 11 1 | 3 |  | 4', ['STORY-2', 'STORY-11', 'STORY-1']],
    [{ item: 'STORY-11', before: 'STORY-2' }, '1 11 2 | 3 |  | 4', ['STORY-1', 'STORY-11', 'STORY-2']],
    [{ item: 'STORY-1', after: 'STORY-2' }, '2 1 11 | 3 |  | 4', ['STORY-2', 'STORY-1', 'STORY-11']],
    [{ item: 'STORY-1', toTop: true }, '1 2 11 | 3 |  | 4', ['STORY-1', 'STORY-2', 'STORY-11']],
  ])('%j', async (input, expected, ids) => {
    const { text, data } = await onBoard('board reorder', input, five);
    expect(order(text)).toBe(expected);
    expect(data['order']).toEqual(ids);
    expect(data['changed']).toBe(text !== five);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no place', { item: 'STORY-1' }, 'invalid-input'],
    ['two places', { item: 'STORY-1', toTop: true, toBottom: true }, 'invalid-input'],
    ['a neighbour in another section', { item: 'STORY-1', before: 'STORY-4' }, 'not-found'],
  ])('refuses %s', async (_, input, code) => {
    expect(await refusalOf(boardCase('board reorder', input, five))).toMatchObject({ code });
  });

  it('refuses an entry above the sections', async () => {
    const text = '### [STORY-1] A\n\n## Done\n';
    expect(await refusalOf(boardCase('board reorder', { item: 'STORY-1', toTop: true }, text))).toMatchObject({
      code: 'not-allowed',
    });
  });
});

describe('board sort', () => {
  const mixed = board(
    '## 📋 Backlog\n\n### [STORY-1] A\n\n- [x] a\n\n### [STORY-2] B\n\n- [x] b\n- [ ] b\n\n### [STORY-5] untouched',
    '## 🔄 In Progress\n\n### [STORY-3] C\n\n- [ ] c',
    '## 🧊 Icebox\n\n### [STORY-7] cold\n\n- [x] done',
    '## ✅ Done\n\n### [STORY-6] no tasks\n\n- **STORY-8**: old\n  - [ ] open',
  );

  it('follows the boxes, where there are any', async () => {
    const { text, data, message } = await onBoard('board sort', {}, mixed);
    expect(order(text)).toBe('5 3 | 2 | 7 | 6 1');
    expect(data['moved']).toMatchObject([
      { item: 'STORY-1', from: 'Backlog', to: 'Done' },
      { item: 'STORY-2', to: 'In Progress' },
      { item: 'STORY-3', to: 'Backlog' },
    ]);
    expect(message.split('\n')).toHaveLength(3);
    expect((await onBoard('board sort', {}, text)).text).toBe(text);
  });

  it.each([
    ['Cancelled', '1 |  | '],
    ['Superseded by STORY-2', '1 |  | '],
    ['In Progress', ' | 1 | '],
  ])('leaves alone what is given up: %s', async (status, expected) => {
    const text = board('## ✅ Done\n\n### [STORY-1] A\n\n- [x] a\n- [ ] b', '## 🔄 In Progress', '## 📋 Backlog');
    const spec = `# STORY-1: A\n\n| Field | Value |\n|---|---|\n| Status | ${status} |\n`;
    expect(order((await onBoard('board sort', {}, text, { 'docs/specs/STORY-1.md': spec })).text)).toBe(expected);
  });

  it('takes a foreign mark for no open task', async () => {
    const text = board('## Backlog', '## Done\n\n### [STORY-1] A\n\n- [x] a\n- [-] b');
    expect((await onBoard('board sort', {}, text)).text).toBe(text);
  });

  it('is refused where the section is missing', async () => {
    const text = board('## Backlog\n\n### [STORY-1] A\n\n- [x] a');
    expect(await refusalOf(boardCase('board sort', {}, text))).toMatchObject({ code: 'not-found' });
  });
});
