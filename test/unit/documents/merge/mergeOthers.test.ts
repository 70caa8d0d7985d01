import { describe, expect, it } from 'vitest';
import { mergeDocuments } from '../../../../server/src/documents/merge/mergeDocuments.js';
import type { DocumentKind } from '../../../../server/src/documents/document.js';
import { mergePartsOf } from '../../../support/mergeParts.js';

const marks = { size: 7, ours: 'ours', theirs: 'theirs' };

interface Case {
  readonly it: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

const checkAs =
  (kind: DocumentKind) =>
  ({ base, ours, theirs, merged }: Case): void => {
    const conflicts = merged.match(/^<{7} /gmu)?.length ?? 0;
    expect(mergeDocuments(mergePartsOf(kind), { base, ours, theirs }, marks)).toEqual({ text: merged, conflicts });
  };

const row = (lesson: string, context = 'x.ts'): string => `| 2026-01-05 | ${lesson} | ${context} |\n`;
const lessons = (...rows: readonly string[]): string =>
  `# Lessons\n\nWhat we know.\n\n| Date | Lesson | Context |\n|------|--------|---------|\n${rows.join('')}`;

describe('lessons', () => {
  it.each<Case>([
    {
      it: 'both sides add rows at the end',
      base: lessons(row('a')),
      ours: lessons(row('a'), row('b')),
      theirs: lessons(row('a'), row('c'), row('d')),
      merged: lessons(row('a'), row('b'), row('c'), row('d')),
    },
    {
      it: 'both add the same one',
      base: lessons(row('a')),
      ours: lessons(row('a'), row('b')),
      theirs: lessons(row('a'), row('b'), row('c')),
      merged: lessons(row('a'), row('b'), row('c')),
    },
    {
      it: 'one drops the oldest, the other edits another and the prose',
      base: lessons(row('a'), row('b')),
      ours: lessons(row('b'), row('c')),
      theirs: lessons(row('a'), row('b!')).replace('What we', 'All we'),
      merged: lessons(row('b!'), row('c')).replace('What we', 'All we'),
    },
    {
      it: 'one aligns the table, the other adds a row',
      base: lessons(row('a'), row('b')),
      ours: lessons(row('a  '), row('b  ')),
      theirs: lessons(row('a'), row('b'), row('c')),
      merged: lessons(row('a  '), row('b  '), row('c')),
    },
    {
      it: 'both edit one row',
      base: lessons(row('a'), row('b')),
      ours: lessons(row('a1'), row('b')),
      theirs: lessons(row('a2'), row('b'), row('c')),
      merged: lessons(`<<<<<<< ours\n${row('a1')}=======\n${row('a2')}>>>>>>> theirs\n`, row('b'), row('c')),
    },
    {
      it: 'a document without a table is merged line by line',
      base: 'a\nb\nc\n',
      ours: 'a!\nb\nc\n',
      theirs: 'a\nb\nc!\n',
      merged: 'a!\nb\nc!\n',
    },
  ])('$it', checkAs('lessons'));
});

const archived = (id: string, task: string): string => `\n### [${id}] Title\n\n- [x] ${task}\n`;

describe('the archive', () => {
  it.each<Case>([
    {
      it: 'both sides archive at the end',
      base: archived('STORY-1', 'a'),
      ours: archived('STORY-1', 'a') + archived('STORY-2', 'a') + archived('STORY-3', 'a'),
      theirs: archived('STORY-1', 'a') + archived('STORY-3', 'a') + archived('STORY-4', 'a'),
      merged: archived('STORY-1', 'a') + archived('STORY-2', 'a') + archived('STORY-3', 'a') + archived('STORY-4', 'a'),
    },
    {
      it: 'both begin it',
      base: '',
      ours: archived('STORY-2', 'a'),
      theirs: archived('STORY-3', 'a'),
      merged: archived('STORY-2', 'a') + archived('STORY-3', 'a'),
    },
    {
      it: 'a heading of the board that was carried over stays where it is',
      base: archived('STORY-1', 'a') + '\n## ✅ Done\n',
      ours: archived('STORY-1', 'a') + '\n## ✅ Done\n' + archived('STORY-2', 'a'),
      theirs: archived('STORY-1', 'b') + '\n## ✅ Done\n' + archived('STORY-3', 'a'),
      merged: archived('STORY-1', 'b') + '\n## ✅ Done\n' + archived('STORY-2', 'a') + archived('STORY-3', 'a'),
    },
  ])('$it', checkAs('archive'));
});

const context = (at: string, counts: string, stories: string, more = ''): string =>
  `# Project Context (Auto-generated)\n> Last updated: ${at} by pactkit context\n\n## Sprint Status\n${counts}\n\n` +
  `## Current Stories\n${stories}\n${more}`;

const [monday, tuesday, wednesday] = [
  '2026-01-05T10:00:00+01:00',
  '2026-01-06T23:30:00-05:00',
  '2026-01-07T05:00:00+01:00',
];

describe('the context', () => {
  it.each<Case>([
    {
      it: 'what both generated anew is that of the later one',
      base: context(monday, 'Backlog: 1', 'None'),
      ours: context(tuesday, 'Backlog: 2', 'None'),
      theirs: context(wednesday, 'Backlog: 3', '- STORY-1: One'),
      merged: context(tuesday, 'Backlog: 2', '- STORY-1: One'),
    },
    {
      it: 'whichever side that is',
      base: context(monday, 'Backlog: 1', 'None'),
      ours: context(wednesday, 'Backlog: 3', '- STORY-1: One'),
      theirs: context(tuesday, 'Backlog: 2', 'None'),
      merged: context(tuesday, 'Backlog: 2', '- STORY-1: One'),
    },
    {
      it: 'what people wrote is merged line by line',
      base: context(monday, 'a', 'None', '\n## Notes\n\nOne\nTwo\nThree\n'),
      ours: context(tuesday, 'b', 'None', '\n## Notes\n\nOne!\nTwo\nThree ours\n'),
      theirs: context(monday, 'c', 'None', '\n## Notes\n\nOne\nTwo\nThree theirs\n'),
      merged: context(
        tuesday,
        'b',
        'None',
        '\n## Notes\n\nOne!\nTwo\n<<<<<<< ours\nThree ours\n=======\nThree theirs\n>>>>>>> theirs\n',
      ),
    },
    {
      it: 'without times that can be read nobody can tell which is later',
      base: context(monday, 'a', 'None'),
      ours: context('today', 'b', 'None'),
      theirs: context(monday, 'c', 'None'),
      merged: context('today', '<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs', 'None'),
    },
  ])('$it', checkAs('context'));
});
