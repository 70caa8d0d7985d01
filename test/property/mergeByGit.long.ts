import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { checkMerges } from '../support/mergeByGit.js';

const cli = bundledCli();
const pairs = 1_000;

it(`edits of two people are merged by git with the driver, both ways: ${pairs} pairs`, () => {
  const figures = checkMerges(
    Array.from({ length: pairs }, (_, seed) => seed),
    cli,
  );
  const { merges, byDriver, byGitAlone, undecided } = figures;
  console.log(
    `${merges} merges of ${pairs} pairs: ${byDriver} conflicts with the driver (${undecided} where it is undecided which task was renamed), ${byGitAlone} by git alone`,
  );
  expect(merges).toBe(2 * pairs);
  expect(byDriver).toBeLessThan(byGitAlone / 2);
  expect(undecided).toBeLessThan(merges / 100);
}, 1_800_000);
