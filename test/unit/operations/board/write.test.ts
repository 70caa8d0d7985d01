import { describe, expect, it } from 'vitest';
import { defaultConfiguration } from '../../../../server/src/workspace/configuration.js';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';
import { archivePath, board, boardCase, boardPath, onBoard } from './boardCase.js';

const one = board('## 📋 Backlog\n\n### [STORY-1] One\n\n- [ ] a\n  - [x] deep\n  note\n- [ ] b', '## ✅ Done');
const long = 'x'.repeat(501);

/** Texts that would not be read as what they say. */
const refusedTexts: readonly (readonly [string, RegExp])[] = [
  ['', /is empty/],
  ['  ', /is empty/],
  [long, /501 characters/],
  ['a\nb', /line break/],
  ['a\rb', /line break/],
  ['a\u2028b', /line break/],
  ['a\u0007b', /control character/],
  ['a\u202Eb', /text direction/],
  ['a\uD800b', /half a surrogate pair/],
  ['hidden <!-- from here', /starts a comment/],
  ['see ## ✅ Done', /contains "## ✅ Done"/],
  ['a - [x] b', /another task/],
  ['**STORY-2**: old', /old-style/],
];

describe('board add', () => {
  it('writes what PactKit writes, with the blank lines that belong there', async () => {
    const { text, message, data } = await onBoard(
      'board add',
      { item: 'BUG-al-2', title: ' Guest carts ', task: ['Model', ' View | x '] },
      one,
    );
    expect(text).toBe(
      one.replace(
        '- [ ] b\n',
        '- [ ] b\n\n### [BUG-al-2] Guest carts\n> Spec: docs/specs/BUG-al-2.md\n\n- [ ] Model\n- [ ] View | x\n',
      ),
    );
    expect(message).toBe('BUG-al-2 added to Backlog');
    expect(data).toMatchObject({ item: 'BUG-al-2', section: '📋 Backlog', tasks: ['Model', 'View | x'] });
  });

  it('takes no tasks, another section and another place of the specs', async () => {
    const given = boardCase('board add', { item: 'STORY-2', title: 'Two', section: 'DONE' }, one);
    const paths = { ...defaultConfiguration.paths, specs: 'specs' };
    const { changed } = await carryOutOn({ ...given, configuration: { paths } });
    expect(changed[boardPath]).toBe(`${one}\n### [STORY-2] Two\n> Spec: specs/STORY-2.md\n`);
  });

  it.each(refusedTexts)('refuses %j as a title and as a task', async (text, message) => {
    for (const input of [
      { item: 'STORY-2', title: text },
      { item: 'STORY-2', title: 'Two', task: [text] },
    ]) {
      const refused = await refusalOf(boardCase('board add', input, one));
      expect(refused.code).toBe('invalid-input');
      expect(refused.message).toMatch(message);
    }
  });

  it.each(['- dash', ': colon', '] bracket', 'sharp #', '# ##'])(
    'refuses the title %j, which is read otherwise',
    async (title) => {
      expect(await refusalOf(boardCase('board add', { item: 'STORY-2', title }, one))).toMatchObject({
        code: 'invalid-input',
      });
    },
  );

  it.each(['# a', '- a', '1. a', '> a', '```', '[ ] a', '---', '| a | b |', '*a*', 'C#', '\\'])(
    'writes %j as it is',
    async (words) => {
      const { text } = await onBoard('board add', { item: 'STORY-2', title: `T ${words}`, task: [words] }, one);
      expect(text).toContain(`### [STORY-2] T ${words}\n`);
      expect(text).toContain(`- [ ] ${words}\n`);
    },
  );

  it.each<[string, Readonly<Record<string, unknown>>, string, Readonly<Record<string, string>>?]>([
    ['an id on the board', { item: 'STORY-1', title: 'T' }, 'exists'],
    ['an id in an archive', { item: 'STORY-3', title: 'T' }, 'exists', { [archivePath]: '### [STORY-3] T\n' }],
    ['no id', { item: 'whatever', title: 'T' }, 'invalid-input'],
    ['the same task twice', { item: 'STORY-2', title: 'T', task: ['a', 'a '] }, 'invalid-input'],
    ['an unknown section', { item: 'STORY-2', title: 'T', section: 'x' }, 'not-found'],
  ])('refuses %s', async (_, input, code, files = {}) => {
    expect(await refusalOf(boardCase('board add', input, one, files))).toMatchObject({ code });
  });

  it('does not mistake an id for a longer one', async () => {
    expect((await onBoard('board add', { item: 'STORY-11', title: 'T' }, one)).text).toContain('[STORY-11] T');
  });

  it('refuses a board without sections, and never takes one that is missing for an empty one', async () => {
    expect(await refusalOf(boardCase('board add', { item: 'STORY-2', title: 'T' }, '# Board\n'))).toMatchObject({
      code: 'not-found',
    });
    expect(
      await refusalOf({ operation: 'board add', input: { item: 'STORY-2', title: 'T' }, files: {} }),
    ).toMatchObject({ code: 'not-found' });
  });
});

describe('board edit-title', () => {
  it.each([
    ['### [STORY-1] One', '### [STORY-1] New'],
    ['### [STORY-1]', '### [STORY-1] New'],
    ['### STORY-1: One ##', '### STORY-1: New ##'],
    ['### STORY-1:One', '### STORY-1: New'],
    ['- **STORY-1**: One', '- **STORY-1**: New'],
  ])('%s', async (before, after) => {
    const { text } = await onBoard('board edit-title', { item: 'STORY-1', title: 'New' }, board('## Done', before));
    expect(text).toBe(board('## Done', after));
  });

  it('says where it is called so already', async () => {
    const { text, data } = await onBoard('board edit-title', { item: 'STORY-1', title: 'One ' }, one);
    expect(text).toBe(one);
    expect(data['changed']).toBe(false);
  });

  it.each(refusedTexts)('refuses %j', async (title) => {
    expect(await refusalOf(boardCase('board edit-title', { item: 'STORY-1', title }, one))).toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('tasks of an entry', () => {
  it.each<[string, string, string]>([
    ['below the last', '### [STORY-1] A\n\n- [ ] a\n- [x] b', '- [ ] a\n- [x] b\n- [ ] new'],
    ['below what is nested', '### [STORY-1] A\n\n- [ ] a\n  - [ ] b\n\n  note', '- [ ] b\n\n  note\n- [ ] new'],
    ['as deep as the last', '### [STORY-1] A\n\n  - [ ] a', '  - [ ] a\n  - [ ] new'],
    ['behind another bullet', '### [STORY-1] A\n\n* [ ] a', '* [ ] a\n- [ ] new'],
    ['behind all else, where there is none', '### [STORY-1] A\n> Spec: x\nmore', '> Spec: x\nmore\n\n- [ ] new'],
    ['behind the title', '### [STORY-1] A', '### [STORY-1] A\n\n- [ ] new'],
  ])('adds one %s', async (_, entry, expected) => {
    const text = board(`## Backlog\n\n${entry}`, '## Done');
    const after = await onBoard('board add-task', { item: 'STORY-1', text: ' new ' }, text);
    expect(after.text).toContain(`${expected}\n\n## Done\n`);
  });

  it.each<[string, string, string, string]>([
    ['in the middle', '- [ ] a\n- [ ] b\n- [ ] c', 'b', '- [ ] a\n- [ ] c'],
    ['with its notes', '- [ ] a\n  note\n- [ ] b', 'a', '- [ ] b'],
    ['at the end', '- [ ] a\n- [ ] b', '2', '- [ ] a'],
    ['in a list with blank lines', '- [ ] a\n\n- [ ] b\n\n- [ ] c', 'b', '- [ ] a\n\n- [ ] c'],
    ['below another', '- [ ] a\n  - [ ] b\n- [ ] c', 'b', '- [ ] a\n- [ ] c'],
  ])('removes one %s', async (_, tasks, task, expected) => {
    const text = (some: string): string => board(`## Backlog\n\n### [STORY-1] A\n\n${some}`, '## Done');
    const after = await onBoard('board remove-task', { item: 'STORY-1', task }, text(tasks));
    expect(after.text).toBe(text(expected));
  });

  it('removes the only one', async () => {
    const text = '## Done\r\n\r\n### [STORY-1] A\r\nWords\r\n- [x] a';
    expect((await onBoard('board remove-task', { item: 'STORY-1', task: 'a' }, text)).text).toBe(
      '## Done\r\n\r\n### [STORY-1] A\r\nWords',
    );
  });

  it('changes the text of one, and nothing else', async () => {
    const { text, data } = await onBoard('board edit-task', { item: 'STORY-1', task: 'deep', text: 'new' }, one);
    expect(text).toBe(one.replace('deep', 'new'));
    expect(data).toMatchObject({ before: 'deep', task: 'new', changed: true });
  });

  it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    ['a task that is there', 'board add-task', { text: 'b' }, 'exists'],
    ['the text of another task', 'board edit-task', { task: 'a', text: 'b' }, 'exists'],
    ['a task with tasks below it', 'board remove-task', { task: 'a' }, 'not-allowed'],
    ['a task that is not there', 'board remove-task', { task: 'c' }, 'not-found'],
  ])('refuses %s', async (_, operation, input, code) => {
    expect(await refusalOf(boardCase(operation, { item: 'STORY-1', ...input }, one))).toMatchObject({ code });
  });

  it('ticks no task without text, whose mark nobody reads', async () => {
    const text = board('## Done\n\n### [STORY-1] A\n\n- [ ]');
    expect(await refusalOf(boardCase('board tick', { item: 'STORY-1', task: '1' }, text))).toMatchObject({
      code: 'not-allowed',
    });
    expect((await onBoard('board edit-task', { item: 'STORY-1', task: '1', text: 'x' }, text)).text).toBe(
      board('## Done\n\n### [STORY-1] A\n\n- [ ] x'),
    );
  });

  it.each(['board tick', 'board edit-task', 'board remove-task'])(
    '%s works on list items of the old form',
    async (operation) => {
      const text = board('## Done\n\n- **STORY-1**: A\n  - [ ] a\n  - [ ] b\n- **STORY-2**: B');
      const input = { item: 'STORY-1', task: 'a', ...(operation === 'board edit-task' ? { text: 'new' } : {}) };
      const after = { 'board tick': '  - [x] a\n', 'board edit-task': '  - [ ] new\n', 'board remove-task': '' }[
        operation
      ];
      expect((await onBoard(operation, input, text)).text).toBe(text.replace('  - [ ] a\n', after ?? ''));
    },
  );
});

describe('board remove', () => {
  it('takes entries off, and nothing else', async () => {
    const text = board('## Backlog\n\n### [STORY-1] A\n\n- [ ] a', '## Done\n\n### [STORY-11] B\n\n- [x] b\n\nFoot');
    const { text: after } = await onBoard('board remove', { items: ['STORY-11', 'STORY-1'] }, text);
    expect(after).toBe(board('## Backlog', '## Done\n\nFoot'));
  });
});

describe('board list', () => {
  const text = `### [BUG-3] Loose\n\n${board('## 📋 Backlog\n\n### STORY-010: Ten\n- [ ] a\n- [x] b', '## 🧊 Icebox', '## ✅ Done\n\n- **STORY-7**: old')}`;

  it('tells what is where, as text and as data', async () => {
    const { message, data } = await onBoard('board list', {}, text);
    expect(message).toBe('  BUG-3  Loose\nBacklog (1)\n  STORY-010  Ten  1/2\n🧊 Icebox (0)\nDone (1)\n  STORY-7  old');
    expect(data).toMatchObject({
      outside: [{ item: 'BUG-3', title: 'Loose' }],
      sections: [
        {
          title: 'Backlog',
          kind: 'backlog',
          entries: [{ item: 'STORY-010', ticked: 1, tasks: [{ text: 'a' }, { text: 'b' }] }],
        },
        { title: '🧊 Icebox', kind: 'custom', entries: [] },
        { title: 'Done', kind: 'done', entries: [{ item: 'STORY-7' }] },
      ],
    });
  });

  it('is asked for one section', async () => {
    expect((await onBoard('board list', { section: 'icebox' }, text)).message).toBe('🧊 Icebox (0)');
  });
});

describe('new-board', () => {
  it('makes what PactKit makes', async () => {
    const given = { operation: 'new-board', input: {}, files: {} };
    expect((await carryOutOn(given)).changed).toEqual({
      [boardPath]: '# Sprint Board\n\n## 📋 Backlog\n\n\n## 🔄 In Progress\n\n\n## ✅ Done\n',
    });
  });

  it('is refused where there is a board', async () => {
    expect(await refusalOf(boardCase('new-board', {}, ''))).toMatchObject({ code: 'exists' });
  });
});

describe('board snapshot', () => {
  const graphs = 'docs/architecture/graphs';
  const files = {
    [`${graphs}/code_graph.mmd`]: 'graph TD\r\n',
    [`${graphs}/call_graph.mmd`]: 'graph LR\n',
    [`${graphs}/own.mmd`]: 'x',
  };

  it('copies the graphs there are, byte for byte', async () => {
    expect((await carryOutOn({ operation: 'board snapshot', input: { version: '1.2.0' }, files })).changed).toEqual({
      'docs/architecture/snapshots/1.2.0_code_graph.mmd': 'graph TD\r\n',
      'docs/architecture/snapshots/1.2.0_call_graph.mmd': 'graph LR\n',
    });
  });

  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['without graphs', '1', {}, 'not-found'],
    ['over a copy', '1', { ...files, 'docs/architecture/snapshots/1_call_graph.mmd': '' }, 'exists'],
    ['out of its folder', '../1', files, 'invalid-input'],
    ['without a name', '', files, 'invalid-input'],
  ])('is refused %s', async (_, version, texts, code) => {
    expect(await refusalOf({ operation: 'board snapshot', input: { version }, files: texts })).toMatchObject({ code });
  });
});
