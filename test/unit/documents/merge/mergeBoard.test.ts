import { describe, expect, it } from 'vitest';
import { mergeDocuments } from '../../../../server/src/documents/merge/mergeDocuments.js';
import { mergePartsOf } from '../../../support/mergeParts.js';

const boardParts = mergePartsOf('board');
const marks = { size: 7, ours: 'ours', theirs: 'theirs' };

interface Case {
  readonly it: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

const check = ({ base, ours, theirs, merged }: Case): void => {
  const conflicts = merged.match(/^<{7} /gmu)?.length ?? 0;
  expect(mergeDocuments(boardParts, { base, ours, theirs }, marks)).toEqual({ text: merged, conflicts });
};

const entry = (id: string, title: string, ...tasks: string[]): string =>
  `### [${id}] ${title}\n> Spec: docs/specs/${id}.md\n${tasks.map((task, at) => `${at === 0 ? '\n' : ''}- ${task}\n`).join('')}`;

const sections = (backlog: readonly string[], inProgress: readonly string[], done: readonly string[]): string =>
  [
    '# Sprint Board\n',
    '## 📋 Backlog\n',
    ...backlog,
    '## 🔄 In Progress\n',
    ...inProgress,
    '## ✅ Done\n',
    ...done,
  ].join('\n');

const cart = (...tasks: string[]): string => entry('STORY-001', 'Cart', ...tasks);
const base = sections([], [cart('[ ] Model', '[ ] Page', '[ ] Expiry')], []);
const board = (...tasks: string[]): string => sections([], [cart(...tasks)], []);
const conflict = (ours: string, theirs: string): string => `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;

describe('tasks', () => {
  it.each<Omit<Case, 'base'>>([
    {
      it: 'ticked next to each other',
      ours: board('[x] Model', '[ ] Page', '[ ] Expiry'),
      theirs: board('[ ] Model', '[x] Page', '[ ] Expiry'),
      merged: board('[x] Model', '[x] Page', '[ ] Expiry'),
    },
    {
      it: 'renamed by one and ticked by the other',
      ours: board('[ ] Data model', '[ ] Page', '[ ] Expiry'),
      theirs: board('[x] Model', '[ ] Page', '[ ] Expiry'),
      merged: board('[x] Data model', '[ ] Page', '[ ] Expiry'),
    },
    {
      it: 'replaced by one and ticked by the other: nobody has done the new one',
      ours: board('[ ] Model', '[ ] Go live', '[ ] Expiry'),
      theirs: board('[ ] Model', '[x] Page', '[ ] Expiry'),
      merged: sections(
        [],
        [
          '### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Model\n' +
            conflict('- [ ] Go live\n', '- [x] Page\n') +
            '- [ ] Expiry\n',
        ],
        [],
      ),
    },
    {
      it: 'renamed to other words, with a task added below',
      ours: board('[ ] Model', '[ ] The page of a cart', '[ ] Tests', '[ ] Expiry'),
      theirs: board('[ ] Model', '[x] Page', '[ ] Expiry'),
      merged: board('[ ] Model', '[x] The page of a cart', '[ ] Tests', '[ ] Expiry'),
    },
    {
      it: 'added by both at the end',
      ours: board('[ ] Model', '[ ] Page', '[ ] Expiry', '[ ] Ours'),
      theirs: board('[ ] Model', '[ ] Page', '[ ] Expiry', '[ ] Theirs'),
      merged: board('[ ] Model', '[ ] Page', '[ ] Expiry', '[ ] Ours', '[ ] Theirs'),
    },
    {
      it: 'added by both on top',
      ours: board('[ ] Ours', '[ ] Model', '[ ] Page', '[ ] Expiry'),
      theirs: board('[ ] Theirs', '[ ] Model', '[ ] Page', '[ ] Expiry'),
      merged: board('[ ] Ours', '[ ] Theirs', '[ ] Model', '[ ] Page', '[ ] Expiry'),
    },
    {
      it: 'added by both as the same, ticked by one',
      ours: board('[ ] Model', '[ ] Page', '[ ] Expiry', '[ ] New'),
      theirs: board('[ ] Model', '[x] New', '[ ] Page', '[ ] Expiry'),
      merged: board('[ ] Model', '[ ] Page', '[ ] Expiry', '[x] New'),
    },
    {
      it: 'removed by one, the next one ticked by the other',
      ours: board('[ ] Page', '[ ] Expiry'),
      theirs: board('[ ] Model', '[x] Page', '[ ] Expiry'),
      merged: board('[x] Page', '[ ] Expiry'),
    },
    {
      it: 'moved by one and ticked by the other',
      ours: board('[ ] Expiry', '[ ] Model', '[ ] Page'),
      theirs: board('[ ] Model', '[ ] Page', '[x] Expiry'),
      merged: board('[x] Expiry', '[ ] Model', '[ ] Page'),
    },
    {
      it: 'moved by theirs, added to by ours',
      ours: board('[ ] Model', '[ ] Page', '[x] Expiry', '[ ] Ours'),
      theirs: board('[ ] Expiry', '[ ] Model', '[ ] Page'),
      merged: board('[x] Expiry', '[ ] Model', '[ ] Page', '[ ] Ours'),
    },
    {
      it: 'renamed differently, and ticked: in conflict by their text alone',
      ours: board('[ ] Data', '[ ] Page', '[ ] Expiry'),
      theirs: board('[x] Models', '[ ] Page', '[x] Expiry'),
      merged: sections(
        [],
        [
          '### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n' +
            conflict('- [x] Data\n', '- [x] Models\n') +
            '- [ ] Page\n- [x] Expiry\n',
        ],
        [],
      ),
    },
    {
      it: 'removed by one and ticked by the other',
      ours: board('[ ] Model', '[ ] Expiry'),
      theirs: board('[ ] Model', '[x] Page', '[ ] Expiry'),
      merged: sections(
        [],
        [
          '### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Model\n' +
            conflict('', '- [x] Page\n') +
            '- [ ] Expiry\n',
        ],
        [],
      ),
    },
    {
      it: 'with lines below them',
      ours: board('[x] Model\n  by hand', '[ ] Page', '[ ] Expiry'),
      theirs: board('[ ] Model', '[ ] Page\n  - [ ] Layout', '[ ] Expiry\n  soon'),
      merged: board('[x] Model\n  by hand', '[ ] Page\n  - [ ] Layout', '[ ] Expiry\n  soon'),
    },
  ])('$it', (one) => {
    check({ base, ...one });
  });

  it('of one name are merged line by line', () => {
    check({
      it: '',
      base: board('[ ] Test', '[ ] Page', '[ ] Test', '[ ] Model'),
      ours: board('[x] Test', '[ ] Page', '[ ] Test', '[ ] Model'),
      theirs: board('[ ] Test', '[ ] Page', '[ ] Test', '[x] Model'),
      merged: board('[x] Test', '[ ] Page', '[ ] Test', '[x] Model'),
    });
  });
});

const two = entry('STORY-002', 'Login', '[ ] Form');
const three = entry('BUG-003', 'Crash', '[ ] Fix');

describe('entries', () => {
  it.each<Case>([
    {
      it: 'added by both in one place',
      base: sections([], [], []),
      ours: sections([cart()], [], [two]),
      theirs: sections([three], [], [entry('STORY-004', 'Four')]),
      merged: sections([cart(), three], [], [two, entry('STORY-004', 'Four')]),
    },
    {
      it: 'moved by one and edited by the other',
      base: sections([cart('[ ] Model'), two], [three], []),
      ours: sections([two], [three, cart('[ ] Model')], []),
      theirs: sections([cart('[x] Model'), two], [three], []),
      merged: sections([two], [three, cart('[x] Model')], []),
    },
    {
      it: 'moved by each to another section',
      base: sections([cart(), two], [], []),
      ours: sections([two], [cart()], []),
      theirs: sections([two], [], [cart()]),
      merged: sections([two], [conflict(cart(), '')], [conflict('', cart())]),
    },
    {
      it: 'put in another order by one, removed by the other, with one added',
      base: sections([cart(), two, three], [], []),
      ours: sections([three, cart(), two], [], []),
      theirs: sections([cart(), entry('STORY-004', 'Four'), three], [], []),
      merged: sections([three, cart(), entry('STORY-004', 'Four')], [], []),
    },
    {
      it: 'removed by one and edited by the other',
      base: sections([cart('[ ] Model'), two], [], []),
      ours: sections([two], [], []),
      theirs: sections([cart('[x] Model'), two], [], []),
      merged: sections([conflict('', cart('[x] Model')), two], [], []),
    },
    {
      it: 'of one id for two items',
      base: sections([], [], []),
      ours: sections([entry('STORY-005', 'Search', '[ ] Index')], [], []),
      theirs: sections([entry('STORY-005', 'Export', '[ ] Format')], [], []),
      merged: sections(
        [conflict(entry('STORY-005', 'Search', '[ ] Index'), entry('STORY-005', 'Export', '[ ] Format'))],
        [],
        [],
      ),
    },
    {
      it: 'with titles that differ',
      base: sections([cart('[ ] Model')], [], []),
      ours: sections([cart('[ ] Model').replace('Cart', 'Carts')], [], []),
      theirs: sections([cart('[x] Model').replace('Cart', 'Guest cart')], [], []),
      merged: sections(
        [conflict('### [STORY-001] Carts\n', '### [STORY-001] Guest cart\n') + cart('[x] Model').replace(/^.*\n/u, '')],
        [],
        [],
      ),
    },
    {
      it: 'whose id is the beginning of another',
      base: sections([], [entry('STORY-1', 'One', '[ ] a'), entry('STORY-10', 'Ten', '[ ] a')], []),
      ours: sections([], [entry('STORY-1', 'One', '[x] a'), entry('STORY-10', 'Ten', '[ ] a')], []),
      theirs: sections([], [entry('STORY-10', 'Ten', '[ ] a'), entry('STORY-1', 'One', '[ ] a')], []),
      merged: sections([], [entry('STORY-10', 'Ten', '[ ] a'), entry('STORY-1', 'One', '[x] a')], []),
    },
    {
      it: 'in the old form',
      base: sections([], [], ['- **STORY-007**: seven\n- **STORY-008**: eight\n']),
      ours: sections([], [], ['- **STORY-007**: seven\n- **STORY-008**: eight\n- **STORY-009**: nine\n']),
      theirs: sections([], [], ['- **STORY-006**: six\n- **STORY-007**: seven!\n- **STORY-008**: eight\n']),
      merged: sections(
        [],
        [],
        ['- **STORY-006**: six\n- **STORY-007**: seven!\n- **STORY-008**: eight\n- **STORY-009**: nine\n'],
      ),
    },
  ])('$it', check);
});

describe('all else', () => {
  it.each<Case>([
    {
      it: 'prose and own sections are merged line by line',
      base: '# Board\n\nOne\nTwo\nThree\n\n## Ideas\n\nFirst\n\nSecond\n\n## Done\n',
      ours: '# Board\n\nOne!\nTwo\nThree\n\n## Ideas\n\nFirst\n\nSecond\n\nThird\n\n## Done\n',
      theirs: '# Board\n\nOne\nTwo\nThree!\n\n## Ideas\n\nFirst of all\n\nSecond\n\n## Done\n\n## Notes\n\nText\n',
      merged:
        '# Board\n\nOne!\nTwo\nThree!\n\n## Ideas\n\nFirst of all\n\nSecond\n\nThird\n\n## Done\n\n## Notes\n\nText\n',
    },
    {
      it: 'a section that one removed and the other added to stays in conflict',
      base: sections([], [], []) + '\n## Ideas\n',
      ours: sections([], [], []),
      theirs: sections([], [], []) + `\n## Ideas\n\n${two}`,
      merged: sections([], [], []) + `\n${conflict('', '## Ideas\n')}\n${two}`,
    },
    {
      it: 'a section that one renamed keeps what the other adds',
      base: sections([], [], []),
      ours: sections([cart()], [], []),
      theirs: sections([], [], []).replace('📋 Backlog', 'Backlog'),
      merged: sections([cart()], [], []).replace('📋 Backlog', 'Backlog'),
    },
    {
      it: 'thematic breaks stay below the entries of their section',
      base: `## Backlog\n\n${cart()}\n---\n\n## Done\n`,
      ours: `## Backlog\n\n${cart()}\n${two}\n---\n\n## Done\n`,
      theirs: `## Backlog\n\n---\n\n## Done\n\n${cart()}`,
      merged: `## Backlog\n\n${two}\n---\n\n## Done\n\n${cart()}`,
    },
    ...['Ask Ann.', '> Ask Ann.'].map((foot) => ({
      it: `"${foot}" stays below the last entry, whose tasks one side removes and the other adds to`,
      base: sections([], [], [`${cart('[ ] Model')}\n${foot}\n`]),
      ours: sections([], [], [`${cart()}\n${foot}\n`]),
      theirs: sections([], [], [`${cart('[ ] Model', '[ ] Page')}\n${foot}\n`]),
      merged: sections([], [], [`${cart('[ ] Page')}\n${foot}\n`]),
    })),
    {
      it: 'notes that both add at one place are in conflict',
      base: sections([], [cart('[ ] Model')], []),
      ours: sections([], [`${cart('[ ] Model')}\nNote: one\n`], []),
      theirs: sections([], [`${cart('[x] Model')}\nNote: two\n`], []),
      merged: sections([], [`${cart('[x] Model')}\n${conflict('Note: one\n', 'Note: two\n')}`], []),
    },
  ])('$it', check);

  it('line ends, byte order mark and the end of the file stay as they are', () => {
    const dos = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`.replace(/\r\n$/u, '');
    check({
      it: '',
      base: dos(sections([two], [], [cart('[ ] a', '[ ] b')])),
      ours: dos(sections([two], [], [cart('[x] a', '[ ] b')])),
      theirs: dos(sections([two, three], [], [cart('[ ] a', '[x] c')])),
      merged: dos(sections([two, three], [], [cart('[x] a', '[x] c')])),
    });
    const mixed = '## Backlog\n\r\n### [STORY-001] One\r\n- [ ] a\n- [ ] b\r\n';
    check({
      it: '',
      base: mixed,
      ours: mixed.replace('[ ] a', '[x] a'),
      theirs: mixed.replace('[ ] b', '[x] b'),
      merged: mixed.replaceAll('[ ]', '[x]'),
    });
  });

  it('one side may change the line ends and the other the text', () => {
    check({
      it: '',
      base,
      ours: base.replaceAll('\n', '\r\n'),
      theirs: board('[x] Model', '[ ] Page', '[ ] Expiry'),
      merged: board('[x] Model', '[ ] Page', '[ ] Expiry').replaceAll('\n', '\r\n'),
    });
  });

  it('marks are as long as they shall be, and named', () => {
    const texts = { base: '## A\n\nx\n', ours: '## A\n\ny\n', theirs: '## A\n\nz\n' };
    expect(mergeDocuments(boardParts, texts, { size: 9, ours: 'HEAD', theirs: 'feature' })).toEqual({
      text: '## A\n\n<<<<<<<<< HEAD\ny\n=========\nz\n>>>>>>>>> feature\n',
      conflicts: 1,
    });
  });

  it.each([
    ['an id that one version has twice', sections([cart('[ ] a')], [], [cart()])],
    ['a fence that is never closed', sections([], [], [`${cart()}\n\`\`\`\n`])],
    ['a section that one version has twice', `${base}\n## Done\n\nMore\n`],
  ])('is left to others: %s', (_, ours) => {
    const theirs = board('[x] Model', '[ ] Page', '[ ] Expiry');
    expect(mergeDocuments(boardParts, { base, ours, theirs }, marks)).toBeUndefined();
    expect(mergeDocuments(boardParts, { base, ours: theirs, theirs: ours }, marks)).toBeUndefined();
  });
});
