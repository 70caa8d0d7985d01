import { describe, expect, it } from 'vitest';
import { entryName } from '../../../../server/src/documents/board/entryPlace.js';
import { parseDocument } from '../../../../server/src/documents/parseDocument.js';
import { refusalOf } from '../../../support/checkOperation.js';
import { board, boardCase, boardPath, onBoard } from './boardCase.js';

const first = '### [STORY-2] Two\n\n- [ ] a\n- [ ] b';
const second = '### [STORY-2] Two\n\n- [x] c';
const one = '### [STORY-1] One\n\n- [ ] a';
const inProgress = '## 🔄 In Progress';
const twice = board(`## 📋 Backlog\n\n${one}`, `${inProgress}\n\n${first}\n\n${second}`, '## ✅ Done');

/** What operations call the entries of a board. */
async function namesOn(text: string): Promise<readonly string[]> {
  const parsed = await parseDocument('board', boardPath, text);
  return parsed.model.sections.flatMap(({ entries }) => entries).map((entry) => entryName(parsed, entry));
}

describe('where an item is on the board twice', () => {
  it('calls the others by their ids, and these two by their lines', async () => {
    expect(await namesOn(twice)).toEqual([
      'STORY-1',
      expect.stringMatching(/^L11#[0-9a-f]{8}$/u),
      expect.stringMatching(/^L16#[0-9a-f]{8}$/u),
    ]);
  });

  it('moves another entry to its section, to the end and beside either of the two', async () => {
    const [, upper, lower] = await namesOn(twice);
    const moved = async (place: Readonly<Record<string, unknown>>): Promise<string> =>
      (await onBoard('board move', { items: ['STORY-1'], section: 'in-progress', ...place }, twice)).text;
    const of = (...entries: readonly string[]): string =>
      board('## 📋 Backlog', [inProgress, ...entries].join('\n\n'), '## ✅ Done');
    expect(await moved({})).toBe(of(first, second, one));
    expect(await moved({ before: upper })).toBe(of(one, first, second));
    expect(await moved({ after: upper })).toBe(of(first, one, second));
    expect(await moved({ before: lower })).toBe(of(first, one, second));
    expect(await moved({ after: 'L16' })).toBe(of(first, second, one));
  });

  it('takes the one that stands in the section for the neighbour', async () => {
    const apart = board(`## Backlog\n\n${one}\n\n${first}`, `## Done\n\n${second}`);
    const { text } = await onBoard('board move', { items: ['STORY-1'], section: 'done', before: 'STORY-2' }, apart);
    expect(text).toBe(board(`## Backlog\n\n${first}`, `## Done\n\n${one}\n\n${second}`));
  });

  it('ticks, moves and removes the one that is named by its line, and says which item it is', async () => {
    const [, upper, lower] = await namesOn(twice);
    const ticked = await onBoard('board tick', { item: upper, task: 'b' }, twice);
    expect(ticked).toMatchObject({ text: twice.replace('[ ] b', '[x] b'), message: 'STORY-2: ticked "b"' });
    const moved = await onBoard('board move', { items: [lower], section: 'done' }, twice);
    expect(moved.text.endsWith(`${first}\n\n## ✅ Done\n\n${second}\n`)).toBe(true);
    expect(moved.data['items']).toEqual(['STORY-2']);
    const removed = await onBoard('board remove', { items: [lower] }, twice);
    expect(removed.text).toBe(twice.replace(`${second}\n\n`, ''));
  });

  it('refuses what is only called by the id, and offers the lines', async () => {
    const candidates = (await namesOn(twice)).slice(1);
    for (const [operation, input] of [
      ['board tick', { item: 'STORY-2', task: 'a' }],
      ['board move', { items: ['STORY-2'], section: 'done' }],
      ['board move', { items: ['STORY-1'], section: 'in-progress', before: 'STORY-2' }],
    ] as const)
      expect(await refusalOf(boardCase(operation, input, twice))).toMatchObject({ code: 'ambiguous', candidates });
  });

  it('refuses a line that says something else by now', async () => {
    const [, upper] = await namesOn(twice);
    const later = twice.replace('# Board\n', '# Board\n\nGoal: carts.\n');
    for (const text of [later, twice.replace(first, '### [STORY-3] Three')])
      expect(await refusalOf(boardCase('board remove', { items: [upper] }, text))).toMatchObject({ code: 'changed' });
    expect(await refusalOf(boardCase('board remove', { items: ['L12'] }, twice))).toMatchObject({ code: 'not-found' });
  });

  it('archives the rest of Done', async () => {
    const done = board('## Backlog', `## Done\n\n${second}\n\n${second}\n\n### [STORY-4] Four`);
    const { data } = await onBoard('board archive', { allDone: true }, done);
    expect(data).toMatchObject({ items: ['STORY-4'], left: ['STORY-2', 'STORY-2'] });
  });
});
