import type * as nodePath from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { refreshFor } from '../../../../server/src/workspace/git/watchPaths.js';

vi.mock('node:path', async (original) => ({ default: (await original<typeof nodePath>()).win32 }));

// As git writes them, and as an editor does.
const git = 'C:/p/.git';
const repository = { folder: 'C:\\p', prefix: '', top: 'C:/p', gitFolder: git, commonFolder: git };

describe('on Windows', () => {
  it.each([
    ['index', { status: true }],
    ['HEAD', {}],
    ['refs\\heads\\main', {}],
  ])('%s is found whatever the case of the drive letter', (file, expected) => {
    expect(refreshFor(`c:\\p\\.git\\${file}`, repository)).toEqual(expected);
  });
});
