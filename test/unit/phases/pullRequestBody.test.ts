import { expect, it } from 'vitest';
import { pullRequestBody } from '../../../server/src/doors/phases/prSteps.js';

it.each([
  ['a short report', '# Done\n', '# Done\n'],
  ['a long one', 'a'.repeat(70_000), `${'a'.repeat(60_000)}\n\n…\n`],
  ['one of long characters', '語'.repeat(60_000), `${'語'.repeat(40_000)}\n\n…\n`],
  ['one that is cut within a character', `a${'語'.repeat(50_000)}`, `a${'語'.repeat(39_999)}\n\n…\n`],
])('fits one argument: %s', (_name, report, expected) => {
  expect(pullRequestBody(report)).toBe(expected);
});
