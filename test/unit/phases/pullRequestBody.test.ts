import { expect, it } from 'vitest';
import { pullRequestBody } from '../../../server/src/operations/delivery/pr.js';

it.each([
  ['a short report', '# Done\n', '# Done\n'],
  ['a long one', 'a'.repeat(70_000), `${'a'.repeat(60_000)}\n\n…\n`],
  ['one that is just short enough', '語'.repeat(60_000), '語'.repeat(60_000)],
  ['one that is cut within a character', `a${'📋'.repeat(30_000)}`, `a${'📋'.repeat(29_999)}\n\n…\n`],
])('is no longer than GitHub takes: %s', (_name, report, expected) => {
  expect(pullRequestBody(report)).toBe(expected);
});
