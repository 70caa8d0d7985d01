import { expect, it } from 'vitest';
import { smallFilesForOne } from '../../../scripts/lib/smallFiles.mjs';

it('a small file that one other file needs is part of it, unless there is one of its kind for each thing', () => {
  expect(smallFilesForOne()).toEqual([]);
});
