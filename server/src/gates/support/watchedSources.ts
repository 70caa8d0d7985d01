import type { WorkChange } from '../../workspace/work/work.js';
import { isGenerated } from './generated.js';
import { isProductSource } from './productFiles.js';

/**
 * The sources that no test may write while it judges them: those of the product that the work changed. One that a program writes is
 * free to be rewritten, if it was so before the work: the work itself could put that mark anywhere.
 *
 * @returns paths relative to the project root.
 */
export function watchedSources(changes: readonly WorkChange[]): readonly string[] {
  return changes.flatMap(({ path, kind, before = '', after = '' }) =>
    kind === 'deleted' || !isProductSource(path) || (isGenerated(before) && isGenerated(after)) ? [] : [path],
  );
}
