import { expect, it } from 'vitest';
import { formatVerdict } from '../../../server/src/reports/gate.js';

it('a verdict for a terminal tells some of many problems, and how many there are', () => {
  const text = formatVerdict({
    gate: 'done',
    item: 'STORY-001',
    profile: 'standard',
    answer: 'refused',
    conditions: [
      {
        name: 'scope',
        title: 'The change stays within what the spec names',
        required: true,
        backtrack: 'spec',
        state: 'fail',
        summary: '3000 of 3000 changed files outside',
        problems: Array.from({ length: 3000 }, (_, index) => ({ message: `f${index}.js was added` })),
        next: 'Revert what does not belong to the item',
      },
    ],
    at: 0,
    passedOver: [],
  });
  expect(text.match(/was added/gu)).toHaveLength(20);
  expect(text).toContain('- and 2980 more\n');
});
