import { entriesOf, type EntryTitleProblem } from '../../documents/board/board.js';
import type { EntryTitle } from '../../documents/board/entryTitle.js';
import type { Fix } from '../finding.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { titlesAtLevelOne } from './entries.js';

const wanted = '`### [STORY-001] Title`';

const messages: Readonly<Record<EntryTitleProblem['kind'], string>> = {
  level: `A board entry is a level-3 heading, ${wanted}. At another level it is not recognized.`,
  brackets: `The id of an entry is either plain or in square brackets, ${wanted}. In other brackets it is not recognized.`,
  spacing: `An entry needs exactly one space after the hashes and after the id, and no indentation: ${wanted}.`,
  noTitle: 'This entry has an id but no title, so PactKit uses the next line as the title. Add a title after the id.',
  idCase: `An id starts with STORY, BUG or HOTFIX in capitals. Written like this, the entry is not recognized. Write ${wanted}.`,
  noId: `This looks like an entry but has no valid id, so it counts as part of the entry above. Write ${wanted}.`,
};

export const malformedEntryTitle = defineRule({
  code: 'PW304',
  name: 'malformed-entry-title',
  summary: 'The title line of a board entry is malformed',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'People see an entry. Tools see a line of text, treat what follows as part of the entry above, and tick and move it with that entry.',
  fix: `Write the line as ${wanted}: three hashes, a space, the id in brackets, a space, the title. The quick fix does this when there is only one way to do it.`,
  pactkit:
    'PactKit expects three or four hashes and exactly one space at the start of the line, then the id, with or without square brackets and a trailing colon, then the title.',
  *check(document): Generator<Report> {
    const { text, model } = document;
    const misplaced = titlesAtLevelOne(document).map(({ title }) => ({
      ...title,
      // Other problems are reported once it is an entry.
      titleProblems: title.titleProblems.filter(({ kind }) => kind === 'level'),
    }));
    for (const entry of [...entriesOf(model), ...misplaced]) {
      for (const problem of entry.titleProblems) {
        const written = excerpt(text.slice(problem.span.start, problem.span.end), 40);
        const fix = correction(text, entry, problem);
        yield {
          span: problem.span,
          anchor: `title ${problem.kind} ${written}`,
          item: entry.id?.value ?? entry.title.value,
          message: messages[problem.kind],
          ...(fix ? { fix } : {}),
        };
      }
    }
  },
});

function correction(
  text: string,
  { id, titleProblems }: EntryTitle,
  { kind, span }: EntryTitleProblem,
): Fix | undefined {
  const written = text.slice(span.start, span.end);
  const make = (title: string, safe: boolean, newText: string): Fix => ({ title, safe, edits: [{ span, newText }] });
  switch (kind) {
    case 'level': {
      if (!written.startsWith('#')) return undefined;
      // The spaces around the hashes are part of what has to be right.
      const before = /[ \t]*$/u.exec(text.slice(Math.max(0, span.start - 3), span.start))?.[0].length ?? 0;
      const after = /^[ \t]*/u.exec(text.slice(span.end, span.end + 100))?.[0].length ?? 0;
      const whole = { start: span.start - before, end: span.end + after };
      return { title: 'Write three hashes', safe: true, edits: [{ span: whole, newText: '### ' }] };
    }
    case 'idCase':
      return make(`Write ${inCapitals(written)}`, false, inCapitals(written));
    case 'brackets': {
      const lowered = titleProblems.find((problem) => problem.kind === 'idCase')?.span;
      const word = id?.value ?? (lowered && inCapitals(text.slice(lowered.start, lowered.end)));
      // A link would be lost.
      if (word === undefined || written.includes('](')) return undefined;
      return make(`Write [${word}]`, id !== undefined, `[${word}]`);
    }
    case 'spacing': {
      const hashes = /#+/u.exec(written)?.[0];
      if (hashes !== undefined) return make('Use one space after the hashes', true, `${hashes} `);
      return make('Use one space after the id', true, /^[:：]/u.test(written) ? ': ' : ' ');
    }
    default:
      return undefined;
  }
}

function inCapitals(id: string): string {
  const [type = '', ...rest] = id.split('-');
  return [type.toUpperCase(), ...rest].join('-');
}
