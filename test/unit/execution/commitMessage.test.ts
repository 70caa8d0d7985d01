import { expect, it } from 'vitest';
import { refuseMessage, withoutComments } from '../../../server/src/execution/hooks/commitMessage.js';

const scissors = '# ------------------------ >8 ------------------------';

it.each([
  ['weaken\n#\tmodified: docs/specs/BUG-002.md', 'weaken\n'],
  [`weaken\n${scissors}\n+++ b/docs/specs/BUG-002.md`, 'weaken\n'],
  [`weaken\r\n${scissors}\r\n+++ b/docs/specs/BUG-002.md`, 'weaken\r\n'],
  ['BUG-002: see #12\n', 'BUG-002: see #12\n'],
])('of the message %j git takes %j', (message, taken) => {
  expect(withoutComments(message)).toBe(taken);
});

it.each([
  ['STORY-001: weaken', true],
  ['weaken\n\nItem: STORY-001', true],
  ['Merge branch main', true],
  ['fixup! weaken', true],
  ['weaken', false],
  ['STORY-002: weaken', false],
])('%j is a message for STORY-001: %s', (message, fits) => {
  expect(refuseMessage('STORY-001', message) === undefined).toBe(fits);
});
