import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { failedFiles, mergeResults, readKnownRaces, readReport } from '../../scripts/lib/report.mjs';
import { repository } from '../../scripts/lib/repository.mjs';
import { temporaryFolder } from '../support/temporaryFolder.js';

const passed = (title: string): { title: string; state: 'passed' } => ({ title, state: 'passed' });
const failed = (title: string, error: string): { title: string; state: 'failed'; error: string } => ({
  title,
  state: 'failed',
  error,
});

const opens = 'ui: test/ui/b.ui.ts: b > opens';
const closes = 'ui: test/ui/b.ui.ts: b > closes';
const first = [
  passed('ui: test/ui/a.ui.ts: a > opens'),
  failed(opens, 'lost'),
  failed(closes, 'not open'),
  failed('ui: no error outside of tests', 'broken'),
];
const second = [passed(opens), failed(closes, 'still')];

it('runs the files again that have a failure, each once', () => {
  expect(failedFiles(first, 'ui')).toEqual(['test/ui/b.ui.ts']);
});

it('fails a test that passes only when it is run again, and says how it failed before', () => {
  expect(mergeResults(first, second, [])).toEqual([
    first[0],
    // What belongs to no file stays as it was.
    first[3],
    {
      title: opens,
      state: 'failed',
      error: 'It passes now and then: when it was run again it did, after\nlost',
      firstError: 'lost',
    },
    second[1],
  ]);
});

it('lets one pass that is known to do so, and still tells of it; what fails twice is not excused', () => {
  expect(mergeResults(first, second, [opens, closes]).slice(2)).toEqual([
    { title: opens, state: 'passed', firstError: 'lost' },
    second[1],
  ]);
});

it('knows a race only with its day and cause, and five at most', () => {
  const entry = { test: opens, since: '2026-11-23', cause: 'the list is drawn anew' };
  const read = (...entries: readonly object[]): string[] => readKnownRaces(JSON.stringify(entries));
  expect(read(entry)).toEqual([opens]);
  for (const lacking of ['test', 'since', 'cause']) {
    expect(() => read({ ...entry, [lacking]: undefined }), lacking).toThrow(/needs/);
  }
  expect(() => read({ ...entry, since: 'lately' })).toThrow(/needs/);
  expect(() => read(...Array.from({ length: 6 }, () => entry))).toThrow(/five/);
  expect(() => readKnownRaces(readFileSync(path.join(repository, 'test/ui/knownRaces.json'), 'utf8'))).not.toThrow();
});

it.each([
  ['was cut short', { complete: false, tests: [passed('opens')] }, 'ui: it runs to its end'],
  ['has no test', { complete: true, tests: [] }, 'ui: it runs a test'],
  [
    'skipped every test',
    { complete: true, tests: [{ title: 'opens', state: 'skipped', reason: 'no browser' }] },
    'ui: it runs a test',
  ],
])('fails a run that %s', (_, report, title) => {
  const file = path.join(temporaryFolder({ 'report.json': JSON.stringify(report) }), 'report.json');
  expect(readReport(file, 'ui', 'It ended with 0.').at(-1)).toMatchObject({ title, state: 'failed' });
});
