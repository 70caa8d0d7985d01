import { expect, it } from 'vitest';
import { itemIdsNamed } from '../../../server/src/documents/itemId.js';

it.each<[string, readonly string[]]>([
  ['Add the cart (STORY-001)', ['STORY-001']],
  ['feat: STORY-slim-057~059', ['STORY-slim-057', 'STORY-slim-058', 'STORY-slim-059']],
  ['fix HOTFIX-061..063, again', ['HOTFIX-061', 'HOTFIX-062', 'HOTFIX-063']],
  ['STORY-1, -2 and -3', ['STORY-1', 'STORY-2', 'STORY-3']],
  ['BUG-7 & -9: both', ['BUG-7', 'BUG-9']],
  ['STORY-008–011', ['STORY-008', 'STORY-009', 'STORY-010', 'STORY-011']],
  ['STORY-001 – 3 tests fixed', ['STORY-001']],
  ['STORY-001, 2 files', ['STORY-001']],
  ['STORY-001...the end', ['STORY-001']],
  ['STORY-009..001 and STORY-1..99999', ['STORY-009', 'STORY-1']],
  ['STORY-001, BUG-002', ['STORY-001', 'BUG-002']],
])('%s', (text, ids) => {
  expect([...new Set(itemIdsNamed(text))]).toEqual(ids);
});
