import { describe, expect, it } from 'vitest';
import { readReview } from '../../../server/src/agents/review.js';

const verdictOf = (text: string): string | undefined => readReview(text)?.verdict;

describe('a reviewer’s verdict', () => {
  it.each([
    ['as it is asked for', 'All is well.\n\nVERDICT: PASS', 'pass'],
    ['with Markdown around it', '## Review\n\n**Verdict: FAIL**', 'fail'],
    ['in small letters behind its label', 'verdict: pass', 'pass'],
    ['alone', 'Looked at all of it.\nFAIL', 'fail'],
    ['at the end of a sentence', 'So this is a PASS.', 'pass'],
    ['with a reason', 'FAIL — the cart loses items', 'fail'],
    ['the last of several', 'VERDICT: FAIL\nNo, I looked again.\nVERDICT: PASS', 'pass'],
    ['in a table', '| Verdict: PASS |', 'pass'],
    ['in the past tense', 'Result: FAILED', 'fail'],
    ['not given', 'I looked at the work. It is fine.', undefined],
    ['only quoted from the question', 'I am to end with PASS or FAIL.', undefined],
    ['not said of tests that pass', 'All tests pass and none fail', undefined],
    ['not given by an agent that says nothing', '', undefined],
  ])('is read %s', (_, text, expected) => {
    expect(verdictOf(text)).toBe(expected);
  });

  it.each(['- P1 `src/cart.js:3` AC1: loses items\nVERDICT: PASS', '**P0**: a key in the source\nPASS'])(
    'is no pass beside a grave finding: %j',
    (text) => {
      expect(verdictOf(text)).toBe('fail');
    },
  );
});

describe('a reviewer’s findings', () => {
  it.each([
    [
      '- P1 `src/cart.js:12` AC1: an empty cart throws; return 0',
      [
        {
          grade: 'P1',
          place: 'src/cart.js:12',
          criterion: 'AC1',
          text: '`src/cart.js:12` AC1: an empty cart throws; return 0',
        },
      ],
    ],
    ['1. **P0** – a key is in the source', [{ grade: 'P0', text: 'a key is in the source' }]],
    ['* [P2] names mislead', [{ grade: 'P2', text: 'names mislead' }]],
    ['P3: taste', [{ grade: 'P3', text: 'taste' }]],
    ['No P1 here', []],
    ['- P1:', []],
    ['P0 … FAIL', []],
  ])('are read from %j', (line, findings) => {
    expect(readReview(`${line}\nVERDICT: FAIL`)?.findings).toEqual(findings);
  });

  it('are cut where they are too long for a task', () => {
    const [one] = readReview(`- P1 ${'long '.repeat(200)}\nFAIL`)?.findings ?? [];
    expect(one?.text).toHaveLength(301);
  });
});
