// `npm run test:changed [commit]`: what a change can break, in seconds: its types, form and lint, and the tests that load what differs
// from HEAD, or from a commit. What it leaves out is `npm test`'s.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { changedSince } from './lib/changes.mjs';
import { metered } from './lib/meter.mjs';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { relatedTests } from './lib/relatedTests.mjs';
import { repository } from './lib/repository.mjs';
import { timeTable } from './lib/timeTable.mjs';

const base = process.argv[2] ?? 'HEAD';
const changed = await changedSince(base);
if (!changed) throw new Error(`There is no commit ${base}.`);
const present = changed.filter((name) => existsSync(path.join(repository, name)));
const code = present.filter((name) => /\.(?:m?ts|tsx|mjs)$/u.test(name));
const { tests, left } = relatedTests(changed);
console.log(
  `${changed.length} changed files, ${tests.length} test files that load them; ${left} more are left to npm test: they start programs, or load all of a room.`,
);

const steps = [
  ['related tests', 'vitest', 'run', '--reporter', 'dot', ...tests],
  ['types', 'tsc', '--build'],
  ['lint', 'oxlint', '--deny-warnings', ...code],
  ['format', 'prettier', '--check', '--ignore-unknown', ...present],
].filter(
  ([heading]) => ({ 'related tests': tests, lint: code, types: code, format: present })[heading ?? '']?.length !== 0,
);

const times = await Promise.all(
  steps.map(async ([heading = '', program = '', ...args]) => {
    const { value, spent } = await metered(() =>
      run(path.join(repository, 'node_modules/.bin', program), args, { cwd: repository, env: cleanEnvironment() }),
    );
    if (value.code !== 0) {
      console.log(`\n=== ${heading} ===\n${value.output}`);
      process.exitCode = 1;
    }
    return { heading, ...spent };
  }),
);
console.log(`\n${timeTable(times)}\n${process.exitCode === 1 ? 'failed' : 'passed'}`);
