import type { TreeChange } from '../ports.js';
import type { WorkChange } from './work.js';

const submodule = '160000';

/** Whether something that is not committed is a repository within the folder: git takes it for a submodule. */
export function isNestedRepository({ modeBefore, modeAfter }: TreeChange): boolean {
  return modeBefore === undefined && modeAfter === submodule;
}

/** The blobs whose texts belong to changes. */
export function blobsOf(changes: readonly TreeChange[]): readonly string[] {
  return changes.flatMap(({ modeBefore, blobBefore, modeAfter, blobAfter }) => [
    ...(blobBefore === undefined || modeBefore === submodule ? [] : [blobBefore]),
    ...(blobAfter === undefined || modeAfter === submodule ? [] : [blobAfter]),
  ]);
}

/** In order of path. @param texts by blob. @param claims by path, the Done items that the commits name which changed it. */
export function toWorkChanges(
  changes: readonly TreeChange[],
  texts: ReadonlyMap<string, string>,
  claims: ReadonlyMap<string, readonly string[]>,
): readonly WorkChange[] {
  return changes
    .map(({ path, modeBefore, modeAfter, blobBefore = '', blobAfter = '' }): WorkChange => {
      const before = texts.get(blobBefore);
      const after = texts.get(blobAfter);
      const claimed = claims.get(path);
      return {
        path,
        kind: modeBefore === undefined ? 'added' : modeAfter === undefined ? 'deleted' : 'modified',
        ...(modeBefore === undefined ? {} : { modeBefore }),
        ...(modeAfter === undefined ? {} : { modeAfter }),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...(claimed ? { claimed } : {}),
      };
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
