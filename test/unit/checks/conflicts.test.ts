import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** What git writes around a conflict. Tests put it together, and pages indent it, so that no file that is in order has such a line. */
const marker = /^(?:<{7}|>{7}|\|{7}) /mu;

function unresolved(files: readonly string[], read: (file: string) => string): string[] {
  return files.filter((file) => marker.test(read(file)));
}

it('no file that git tracks has a conflict that nobody resolved', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const files = listed.filter((name) => statSync(path.join(root, name), { throwIfNoEntry: false })?.isFile());
  expect(files.length).toBeGreaterThan(1_000);
  expect(unresolved(files, (name) => readFileSync(path.join(root, name), 'latin1'))).toEqual([]);
});

it.each(['<', '>', '|'])('a line that begins with seven %s and a blank is a conflict', (sign) => {
  expect(unresolved(['a.md'], () => `a\n${sign.repeat(7)} main\nb\n`)).toEqual(['a.md']);
  expect(unresolved(['a.md'], () => `a\n  ${sign.repeat(7)} main\n${sign.repeat(8)} b\n`)).toEqual([]);
});
