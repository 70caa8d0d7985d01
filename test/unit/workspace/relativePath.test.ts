import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { relativePath } from '../../../server/src/base/relativePath.js';

describe('relativePath', () => {
  it.each([
    ['/a', '/a', ''],
    ['/a', '/a/b/c', 'b/c'],
    ['/a', '/a/..docs/x', '..docs/x'],
    ['/a', '/ab', undefined],
    ['/a/b', '/a', undefined],
    ['/a/b', '/c', undefined],
  ])('from %s to %s: %s', (folder, file, expected) => {
    expect(relativePath(path.resolve(folder), path.resolve(file))).toBe(expected);
  });
});
