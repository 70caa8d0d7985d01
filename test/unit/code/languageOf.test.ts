import { describe, expect, it } from 'vitest';
import { isTestPath, languageOf } from '../../../server/src/code/languageOf.js';

describe('isTestPath', () => {
  it.each([
    ...['a.test.ts', 'a.spec.jsx', '__tests__/a.js', 'test/a.mjs', 'test_a.py', 'a_test.py', 'a_test.go', 'ATest.java'],
    ...['src/test/java/A.java', 'ATests.cs', 'App.Tests/A.cs', 'tests/a.rs', 'spec/a_spec.rb', 'test/test_a.rb'],
  ])('%s is one', (path) => {
    expect(isTestPath(path)).toBe(true);
  });

  it.each([
    ...[
      'a.ts',
      'src/latest.ts',
      'test/a.d.ts',
      'attest.py',
      'tests/conftest.py',
      'a.go',
      'Contest.java',
      'A.cs',
      'src/lib.rs',
      'a.rb',
    ],
    ...['test/a.md', 'test'],
  ])('%s is none', (path) => {
    expect(isTestPath(path)).toBe(false);
  });

  it('follows the extension for the language', () => {
    expect(['a.CTS', '.ts', 'a.ts/b', 'a.py'].map(languageOf)).toEqual(['typescript', undefined, undefined, 'python']);
  });
});
