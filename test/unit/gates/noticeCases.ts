import { it } from 'vitest';
import { testsNotice } from '../../../server/src/gates/conditions/testsNotice.js';
import type { ExpectedOutcome } from '../../support/checkCondition.js';
import { checkReal } from '../../support/realCondition.js';

export type Texts = Readonly<Record<string, string>>;

export const noticed: ExpectedOutcome = {
  state: 'pass',
  summary: '1 new or changed test failed where the code did nothing',
};
export const deaf = allDeaf('');
export const weak: ExpectedOutcome = { state: 'pass', summary: '1 of them only where it throws' };
export const loose: ExpectedOutcome = { state: 'fail', problems: ['passes with other results, too'] };
export const oneOf = (values: string): ExpectedOutcome => ({
  state: 'fail',
  problems: [`passes with ${values} as the result, too`],
});
export const idle: ExpectedOutcome = { state: 'fail', problems: ['passes though none of its assertions is reached'] };
export const ownAnswer: ExpectedOutcome = { state: 'fail', problems: ['what it expects comes from the test itself'] };
export const lucky: ExpectedOutcome = { state: 'fail', problems: ['passes if only every other result is right'] };
export const mirrored: ExpectedOutcome = { state: 'fail', problems: ['it compares the code with itself'] };
export const unread: ExpectedOutcome = { state: 'fail', problems: ['passes whatever the code gives'] };
export const besides: ExpectedOutcome = {
  state: 'pass',
  problems: ['only checks what a file exports that others define'],
};
export const undecided: ExpectedOutcome = { state: 'pass', summary: '1 did not, but may check what else changed' };

/** Each of these tests, by what their ids end with, passes even where the code does nothing. */
export function allDeaf(...titles: readonly string[]): ExpectedOutcome {
  return { state: 'fail', problems: titles.map((title) => `${title} passes even where these do nothing`) };
}

/** The product that the item adds, and what a test makes of it. */
export interface Stack {
  readonly product: Texts;
  readonly test: (body: string, besides?: string) => Texts;
}

/** Expects the same outcome of all these files of an item, by what their test asks for. */
export function play(stack: Stack, expected: ExpectedOutcome, cases: Readonly<Record<string, Texts>>): void {
  it.each(Object.entries(cases))('%s', (_, files) =>
    checkReal(testsNotice, { before: { 'README.md': 'Shop\n' }, after: { ...stack.product, ...files } }, expected),
  );
}
