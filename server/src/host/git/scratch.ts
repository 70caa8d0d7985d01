import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { describeError } from '../../base/errors.js';
import type { GitPlaces } from './runGit.js';

/** A folder that git writes into instead of the repository. */
export interface Scratch {
  /** A path for an index or another file, another one each time. */
  newFile(): string;
  /** Does something with the places where new objects go, and where those of the repository are. */
  withObjects<T>(repository: GitRepository, use: (objects: GitPlaces) => Promise<GitAnswer<T>>): Promise<GitAnswer<T>>;
  /** What keeps git from writing beside the index. */
  readonly config: readonly string[];
}

export function createScratch(folder: string): Scratch {
  let files = 0;
  const objects = path.join(folder, 'objects');
  return {
    newFile: () => path.join(folder, `file-${++files}`),
    withObjects: async ({ commonFolder }, use) => {
      try {
        await mkdir(objects, { recursive: true });
      } catch (error) {
        return { kind: 'failed', message: `the folder ${objects} cannot be created: ${describeError(error)}` };
      }
      return use({
        GIT_OBJECT_DIRECTORY: objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(path.join(commonFolder, 'objects')),
      });
    },
    config: [
      // Parts of an index would be written into the repository.
      'core.splitIndex=false',
      'core.untrackedCache=false',
      'submodule.recurse=false',
    ],
  };
}

/** The list of object directories is split at `:` (`;` on Windows); within quotes, where C's escapes count, it is not. */
function quoted(folder: string): string {
  return path.delimiter === ';' ? folder : `"${folder.replace(/["\\]/g, '\\$&')}"`;
}
