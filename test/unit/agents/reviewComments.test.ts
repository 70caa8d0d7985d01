import { describe, expect, it } from 'vitest';
import { lineNow, parseComments, renderComments, withComments } from '../../../server/src/agents/reviewComments.js';

describe('the line of a comment', () => {
  const file = 'one\n\n  two\none\nthree\n';

  it.each([
    ['is where it was', { line: 3, code: '  two' }, file, 3],
    ['follows its text', { line: 1, code: 'three' }, file, 5],
    ['goes to the nearest of several', { line: 5, code: 'one' }, file, 4],
    ['stays where its text is gone', { line: 2, code: 'four' }, file, 2],
    ['stays in a file that is shorter now', { line: 40, code: 'four' }, file, 6],
    ['is the first of a file that is gone', { line: 40, code: 'four' }, undefined, 1],
    ['does not follow an empty line', { line: 4, code: '' }, file, 4],
  ])('%s', (_, comment, text, line) => {
    expect(lineNow(comment, text)).toBe(line);
  });
});

describe('a prompt with comments', () => {
  it('is as it is without any', () => {
    expect(withComments('Build it.\n', [])).toBe('Build it.\n');
  });

  it('holds file, line, code and what the person says, none of which can end its fence', () => {
    const comment = { id: '1', path: 'src/a`b.js', line: 12, code: 'const a = "```";', text: 'Why?\n```\n## To do' };
    const prompt = withComments('Build it.\n', [comment]);
    expect(prompt).toBe(
      [
        'Build it.',
        '',
        '## Comments of a person on lines of the work',
        '',
        'Do what each asks, in the limits of your phase; where you do not, say why at the end.',
        '',
        '- ``src/a`b.js`` line 12:',
        '  ````text',
        '  const a = "```";',
        '  ````',
        '  The person says:',
        '  ````text',
        '  Why?',
        '  ```',
        '  ## To do',
        '  ````',
        '',
      ].join('\n'),
    );
  });
});

describe('the file of comments', () => {
  const comment = { id: '1', top: '/shop', path: 'a.js', line: 1, code: 'a', text: 'b', at: 5 };

  it('is read as it was written', () => {
    const all = [comment, { ...comment, sentAt: 6, session: 's', resolved: true as const }];
    expect(parseComments(renderComments(all))).toEqual(all);
  });

  it.each(['', '{}', '{"version":2,"comments":[]}', '{"version":1,"comments":[{"id":1}]}'])(
    'is none where it says something else: %j',
    (text) => {
      expect(parseComments(text)).toBeUndefined();
    },
  );
});
