import { expect, test } from 'vitest';
import { issueLists } from '../../../server/src/execution/delivery/issueLists.js';

test('the pages of GitLab are joined, whatever their texts look like', () => {
  const url = 'https://gitlab.com/ada/shop/-/issues/';
  const page = (iid: number, title: string): string =>
    JSON.stringify([{ iid, title, web_url: `${url}${iid}`, state: 'opened' }], undefined, 2);
  const titles = ['Split [a] [b]', String.raw`Quoted "] [" and \\`, ']['];
  const issues = titles.map((title, at) => ({ number: at + 1, title, url: `${url}${at + 1}`, isOpen: true }));
  const { issuesIn } = issueLists.gitlab;
  expect(issuesIn(`${titles.map((title, at) => page(at + 1, title)).join('')}[]\n`)).toEqual(issues);
  expect(issuesIn(page(1, 'cut').slice(0, -1))).toBeUndefined();
});

test('a list of GitHub that may be cut off is refused', () => {
  const list = (length: number): string =>
    JSON.stringify(Array.from({ length }, (_, at) => ({ number: at + 1, title: 'x', url: 'y', state: 'OPEN' })));
  const { issuesIn } = issueLists.github;
  expect(issuesIn(list(4999))).toHaveLength(4999);
  expect(() => issuesIn(list(5000))).toThrow('the repository has 5000 issues or more');
});
