import { expect, it } from 'vitest';
import { warner } from '../../../server/src/doors/cli/io.js';

it('warns on one line that does nothing to a terminal', () => {
  const said: string[] = [];
  warner({ err: (text) => void said.push(text) })('a title\n\u001b]0;with\u0007 more');
  expect(said).toEqual(['pactwright: a title ]0;with more\n']);
});
