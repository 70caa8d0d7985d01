import { count } from '../../base/count.js';
import type { ChangeReach } from '../../gates/support/changeReach.js';

const words: Readonly<Record<ChangeReach['scope'], string>> = {
  skip: 'SKIP: no test has to run',
  impact: 'IMPACT: run the tests below',
  full: 'FULL: run all tests',
};

/** The files by what they stand for, and the tests to run. */
export function formatReach({ scope, files, tests }: ChangeReach): string {
  if (files.length === 0) return 'SKIP: nothing was changed';
  return [
    scope === 'impact' && tests.length === 0 ? 'IMPACT: no test reaches the change' : words[scope],
    ...files.map(({ path, why, scope: own }) => `  ${own.padEnd(6)}  ${path}: ${why}`),
    ...(tests.length === 0 || scope === 'full'
      ? []
      : [`${count(tests.length, 'test file')}:`, ...tests.map((one) => `  ${one}`)]),
  ].join('\n');
}
