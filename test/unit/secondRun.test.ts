import { expect, it } from 'vitest';
import { failedFiles, mergeResults } from '../../scripts/lib/report.mjs';

const passed = (title: string): { title: string; state: 'passed' } => ({ title, state: 'passed' });
const failed = (title: string, error: string): { title: string; state: 'failed'; error: string } => ({
  title,
  state: 'failed',
  error,
});

const first = [
  passed('ui: test/ui/a.ui.ts: a > opens'),
  failed('ui: test/ui/b.ui.ts: b > opens', 'lost'),
  failed('ui: test/ui/b.ui.ts: b > closes', 'not open'),
  failed('ui: no error outside of tests', 'broken'),
];

it('runs the files again that have a failure, each once', () => {
  expect(failedFiles(first, 'ui')).toEqual(['test/ui/b.ui.ts']);
});

it('counts a file that was run again as it ended then, and tells what failed before', () => {
  const second = [passed('ui: test/ui/b.ui.ts: b > opens'), failed('ui: test/ui/b.ui.ts: b > closes', 'still')];
  expect(mergeResults(first, second)).toEqual([
    first[0],
    // What belongs to no file stays as it was.
    first[3],
    { ...second[0], firstError: 'lost' },
    second[1],
  ]);
});
