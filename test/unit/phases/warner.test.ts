import { expect, it } from 'vitest';
import { warner } from '../../../server/src/execution/phases/phaseDesk.js';

it('warns on one line that does nothing to a terminal', () => {
  const said: string[] = [];
  const io = { env: {}, now: Date.now, err: (text: string) => void said.push(text) };
  warner({ io })('a title\n\u001b]0;with\u0007 more');
  expect(said).toEqual(['pactwright: a title ]0;with more\n']);
});
