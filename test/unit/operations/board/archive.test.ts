import { describe, expect, it } from 'vitest';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';
import { archivePath, board, boardCase, boardPath } from './boardCase.js';

const entry = '### [STORY-1] One\n> Spec: docs/specs/STORY-1.md\n\n- [x] a\n- [x] b';
const text = board(
  '## 📋 Backlog\n\n### [STORY-2] Two\n\n- [ ] a\n\n### [STORY-5] Five',
  '## 🔄 In Progress\n\n### [STORY-3] Three\n\n- [x] a',
  `## ✅ Done\n\n### [STORY-4] Four\n\n- [x] a\n- [ ] b\n\n${entry}\n\nfooter`,
);
const withoutOne = text.replace(`${entry}\n\n`, '');
const run = (
  input: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
): ReturnType<typeof carryOutOn> => carryOutOn(boardCase('board archive', input, text, files));

describe('board archive', () => {
  it('moves exactly the entry into a new archive of the month, which is written first', async () => {
    const { plan, changed } = await run({ items: ['STORY-1'] });
    expect(changed).toEqual({ [boardPath]: withoutOne, [archivePath]: `${entry}\n` });
    expect(plan.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      `create ${archivePath}`,
      `edit ${boardPath}`,
    ]);
    expect(plan.answer.message).toBe(`STORY-1 moved to ${archivePath}`);
  });

  it.each([
    ['### [STORY-9] Nine\n', '### [STORY-9] Nine\n\nENTRY\n'],
    ['### [STORY-9] Nine\n\n', '### [STORY-9] Nine\n\nENTRY\n'],
    ['### [STORY-9] Nine', '### [STORY-9] Nine\n\nENTRY\n'],
    ['\n### [STORY-9] Nine\r\n', '\n### [STORY-9] Nine\r\n\nENTRY\n'],
    ['### [STORY-9] Nine\r\n- [x] a', '### [STORY-9] Nine\r\n- [x] a\r\n\r\nENTRY\r\n'],
    ['\uFEFF', '\uFEFFENTRY\n'],
  ])('adds to the archive %j', async (before, after) => {
    const { plan, changed } = await run({ items: ['STORY-1'] }, { [archivePath]: before });
    const br = after.endsWith('\r\n') ? '\r\n' : '\n';
    expect(changed[archivePath]).toBe(after.replace('ENTRY', entry.replaceAll('\n', br)));
    expect(plan.changes.map(({ kind }) => kind)).toEqual(['edit', 'edit']);
  });

  it('takes all that is finished in Done, and says what it left', async () => {
    const { plan, changed } = await run({ allDone: true });
    expect(changed[boardPath]).toBe(withoutOne);
    expect(plan.answer).toEqual({
      message: `STORY-1 moved to ${archivePath}; left on the board: STORY-4`,
      data: { items: ['STORY-1'], archive: archivePath, left: ['STORY-4'] },
    });
  });

  it('says so where nothing is finished', async () => {
    const { changed, plan } = await carryOutOn(boardCase('board archive', { allDone: true }, board('## Done')));
    expect(changed).toEqual({});
    expect(plan.answer.message).toBe('nothing in Done is finished');
  });

  it.each([['STORY-3'], ['STORY-1', 'STORY-3']])(
    'takes what has all tasks ticked, wherever it stands: %s %s',
    async (...items) => {
      const { changed } = await run({ items });
      expect(changed[archivePath]?.match(/^### /gmu)).toHaveLength(items.filter(Boolean).length);
      expect(changed[boardPath]).toContain('## 🔄 In Progress\n\n## ✅ Done');
    },
  );

  it('takes what is not finished where that is asked for', async () => {
    const { changed } = await run({ items: ['STORY-2', 'STORY-5'], withOpenTasks: true });
    expect(changed[archivePath]).toBe('### [STORY-2] Two\n\n- [ ] a\n\n### [STORY-5] Five\n');
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, Readonly<Record<string, string>>?]>([
    ['open tasks', { items: ['STORY-4'] }, 'not-allowed'],
    ['nothing that says it is finished', { items: ['STORY-5'] }, 'not-allowed'],
    ['neither items nor all', {}, 'invalid-input'],
    ['both items and all', { items: ['STORY-1'], allDone: true }, 'invalid-input'],
    [
      'an entry that is archived otherwise',
      { items: ['STORY-1'] },
      'exists',
      { 'docs/product/archive/archive_202501.md': '### [STORY-1] Once\n' },
    ],
    ['an archive that ends in a fence', { items: ['STORY-1'] }, 'not-allowed', { [archivePath]: '```\n' }],
  ])('refuses %s', async (_, input, code, files = {}) => {
    expect(await refusalOf(boardCase('board archive', input, text, files))).toMatchObject({ code });
  });

  it('does the rest where it was interrupted', async () => {
    const { changed, plan } = await run(
      { items: ['STORY-1'] },
      { 'docs/product/archive/archive_202602.md': `${entry}\n` },
    );
    expect(changed).toEqual({ [boardPath]: withoutOne });
    expect(plan.changes).toHaveLength(1);
  });
});

describe('board unarchive', () => {
  const archived = `### [STORY-9] Nine\r\n\r\n- [x] z\r\n\r\n${entry.replaceAll('\n', '\r\n')}\r\n`;

  it('brings an entry back, the board written first', async () => {
    const { changed, plan } = await carryOutOn(
      boardCase('board unarchive', { item: 'STORY-1' }, withoutOne, { [archivePath]: archived }),
    );
    expect(changed).toEqual({
      [boardPath]: text,
      [archivePath]: '### [STORY-9] Nine\r\n\r\n- [x] z\r\n',
    });
    expect(plan.changes.map(({ path }) => path)).toEqual([boardPath, archivePath]);
  });

  it('leaves no empty archive behind', async () => {
    const files = { [archivePath]: `\uFEFF${entry}\n` };
    const { changed, plan } = await carryOutOn(boardCase('board unarchive', { item: 'STORY-1' }, withoutOne, files));
    expect(changed).toEqual({ [boardPath]: text, [archivePath]: undefined });
    expect(plan.changes.map(({ kind }) => kind)).toEqual(['edit', 'delete']);
  });

  it('does the rest where it was interrupted', async () => {
    const { changed } = await carryOutOn(
      boardCase('board unarchive', { item: 'STORY-1' }, text, { [archivePath]: archived }),
    );
    expect(changed).toEqual({ [archivePath]: '### [STORY-9] Nine\r\n\r\n- [x] z\r\n' });
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['what is not in an archive', {}, 'not-found'],
    ['what is in two', { [archivePath]: archived, 'docs/product/archive/archive_202501.md': archived }, 'ambiguous'],
    ['a list item', { [archivePath]: '- **STORY-1**: old\n' }, 'not-allowed'],
  ])('refuses %s', async (_, files, code) => {
    expect(await refusalOf(boardCase('board unarchive', { item: 'STORY-1' }, withoutOne, files))).toMatchObject({
      code,
    });
  });

  it('refuses what is on the board otherwise', async () => {
    const files = { [archivePath]: '### [STORY-1] Once\n' };
    expect(await refusalOf(boardCase('board unarchive', { item: 'STORY-1' }, text, files))).toMatchObject({
      code: 'exists',
    });
  });
});
