import { describe, expect, it } from 'vitest';
import { parseBoard } from '../../../../server/src/documents/board/parseBoard.js';
import { scanBlocks } from '../../../../server/src/markdown/scanBlocks.js';
import { createTimeSlices } from '../../../../server/src/base/timeSlices.js';
import { createBoardEvents } from '../../../../server/src/workspace/git/boardEvents.js';
import { createBoardReader } from '../../../../server/src/workspace/git/boardStates.js';
import { createRandom } from '../../../support/generateProject.js';

/** What the board as a whole says: the section, the sections that count and the tasks of each item, in order. */
function whole(text: string): unknown {
  const { board } = parseBoard(text, scanBlocks(text));
  const all = [
    ...board.looseEntries.map((entry) => ({ entry, kind: undefined, section: ':' })),
    ...board.sections.flatMap(({ kind, heading, entries }) =>
      entries.map((entry) => ({ entry, kind, section: kind ?? `:${heading.text}` })),
    ),
  ].filter(({ entry }) => entry.id);
  const ids = [...new Set(all.map(({ entry }) => entry.id?.value))];
  return ids.map((id) => {
    const own = all.filter(({ entry }) => entry.id?.value === id);
    return [
      id,
      {
        section: own.at(-1)?.section,
        inProgress: own.some(({ kind }) => kind === 'inProgress'),
        done: own.some(({ kind }) => kind === 'done'),
        tasks: own.flatMap(({ entry }) =>
          entry.tasks.map(({ text: { value }, checked }) => ({ text: value, ticked: checked })),
        ),
      },
    ];
  });
}

const entry = (id: string, rest = '- [x] Model\n- [ ] View\n'): string => `### [${id}] Cart\n\n${rest}`;

const boards: Readonly<Record<string, string>> = {
  'sections and entries': `# Board\n\n## Backlog\n\n${entry('STORY-001')}\n## In Progress\n\n${entry('BUG-2')}\n## Done\n\n${entry('STORY-003')}`,
  'an item in two sections': `## Backlog\n\n${entry('STORY-001')}\n## Done\n\n${entry('STORY-001', '- [x] More\n')}`,
  'entries before any section': `${entry('STORY-001')}\n${entry('STORY-002')}`,
  'an entry in a fence': `## Backlog\n\n${entry('STORY-001', '~~~\n')}${entry('STORY-002')}~~~\n\n${entry('STORY-003')}`,
  'an entry in a comment': `## Backlog\n\n${entry('STORY-001', '<!--\n')}${entry('STORY-002')}-->\n\n${entry('STORY-003')}`,
  'an entry directly below HTML': `## Done\n\n${entry('STORY-001', '<div>\n')}${entry('STORY-002')}`,
  'a closed comment before an entry': `## Done\n\n${entry('STORY-001', '<!-- over -->\n')}${entry('STORY-002')}`,
  'an entry in what may be front matter': `---\n${entry('STORY-001', 'a: b\n---\n')}\n## Done\n\n${entry('STORY-002')}`,
  'a section with a line below': `Done\n----\n\n${entry('STORY-001')}\nIn Progress\n-----------\n${entry('STORY-002')}`,
  'old entries in Done': `## Done\n\n- **STORY-001**: Cart\n\n${entry('STORY-002', '- **STORY-003**: Cart\n  - [x] Model\n')}\n${entry('STORY-004')}`,
  'old entries elsewhere': `## Backlog\n\n- **STORY-001**: Cart\n\n${entry('STORY-002', '- **STORY-003**: Cart\n')}\n${entry('STORY-004')}`,
  'headings of an entry': `## Backlog\n\n${entry('STORY-001', '#### Notes\n\n- [x] Model\n\n### Other\n\n- [ ] View\n')}\n#### [STORY-002] Deeper\n\n- [x] Model\n\n${entry('STORY-003')}`,
  'an entry behind a list that goes on': `## Backlog\n\n- [ ] one\n\n  > text\n${entry('STORY-001')}`,
  'carriage returns': `## Done\n\n${entry('STORY-001')}\n${entry('STORY-002')}`.replaceAll('\n', '\r\n'),
};

describe('createBoardReader', () => {
  it.each(Object.entries(boards))('reads by pieces what the whole says: %s', (_, text) => {
    expect([...createBoardReader()(text)]).toEqual(whole(text));
  });

  it('reads versions made of the same pieces as if each were the first', () => {
    const random = createRandom(3);
    const pieces = Object.values(boards).flatMap((text) => text.split(/(?=^#)/mu));
    const read = createBoardReader();
    for (let version = 0; version < 500; version++) {
      const text = Array.from({ length: 8 }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
      expect([...read(text)], text).toEqual(whole(text));
    }
  });

  it('keeps what it said of an entry that is the same in another version', () => {
    const read = createBoardReader();
    const before = read(`## Done\n\n${entry('STORY-001')}\n${entry('STORY-002')}`);
    const after = read(`## Done\n\n${entry('STORY-003')}\n${entry('STORY-002')}`);
    expect(after.get('STORY-002')).toBe(before.get('STORY-002'));
  });
});

describe('createBoardEvents', () => {
  it('leaves a change without events whose texts are missing, and does not ask for them again', async () => {
    const commit = { hash: 'c', parents: [], at: 0, author: 'Ann', subject: '', items: [], paths: [] };
    const changes = [{ commit, before: 'a', after: 'b' }];
    const events = createBoardEvents();
    expect(events.wanted(changes)).toEqual(['a', 'b']);
    await events.learn(changes, new Map([['b', `## Done\n\n${entry('STORY-001')}`]]), createTimeSlices(1000));
    expect([events.of(changes), events.wanted(changes)]).toEqual([[], []]);
  });
});
