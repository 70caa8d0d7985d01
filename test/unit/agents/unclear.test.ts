import { describe, expect, it } from 'vitest';
import { unclearRows } from '../../../server/src/agents/playbooks/unclear.js';

const texts = (request: string): readonly string[] => unclearRows(request).map(({ line }) => line);

describe('what a request leaves open', () => {
  it.each([
    ['Make the search faster', '“faster” without a number'],
    ['Improve the checkout', 'short'],
    ['The list could show prices, dates etc', '“etc” has no boundary'],
    ['Import large files from several suppliers, and show the user what went wrong in a nice way', '“large” without'],
  ])('is asked: %s', (request, question) => {
    expect(texts(request).join('\n')).toContain(question);
  });

  it.each([
    'Show the sum of the cart',
    'A customer sees search results within 200 ms for 10,000 articles; a longer search is stopped, and they are told so',
    'Users export an invoice as PDF; an invoice without lines is refused with a message that names it',
  ])('is nothing: %s', (request) => {
    expect(texts(request)).toEqual([]);
  });

  it('comes with the most important first', () => {
    expect(texts('Maybe make it simpler')[0]).toContain('“simpler” is no criterion');
  });
});
