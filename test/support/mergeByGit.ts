import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type BoardPair, boardPair } from './boardPairs.js';
import { type GitRepository, gitRepository } from './gitRepository.js';

const projectOf = (at: number): string => `project${at}`;
const boardOf = (at: number): string => `${projectOf(at)}/docs/product/sprint_board.md`;

/** What became of one pair, merged one way. */
interface MergedPair {
  readonly pair: BoardPair;
  readonly text: string;
  readonly isConflict: boolean;
}

/** How many merges there were, and how many were conflicts. */
export interface MergeFigures {
  readonly merges: number;
  readonly byDriver: number;
  readonly byGitAlone: number;
  /** Conflicts of the driver where nothing says which of several new tasks a task has become. */
  readonly undecided: number;
}

/**
 * Merges pairs of boards both ways by `git merge`, without the driver and with it, and expects of the driver what is right: the
 * changes of both, and a conflict where both changed the same and nowhere else. All boards are in one repository, each in a
 * project of its own, so that git merges them in one go.
 *
 * @param cli the command line.
 */
export function checkMerges(seeds: readonly number[], cli: string): MergeFigures {
  const pairs = seeds.map(boardPair);
  const repository = gitRepository();
  const files = (side: 'base' | 'ours' | 'theirs'): Record<string, string> =>
    Object.fromEntries(pairs.map((pair, at) => [boardOf(at), pair[side]]));
  const projects = Object.fromEntries(pairs.map((_, at) => [`${projectOf(at)}/docs/specs/README.md`, '']));
  repository.commit('base', { ...files('base'), ...projects });
  repository.branch('theirs');
  repository.commit('theirs', files('theirs'));
  repository.checkout('main');
  repository.branch('ours');
  repository.commit('ours', files('ours'));

  const mergeBothWays = (): readonly MergedPair[] => [
    ...mergeInto(repository, 'ours', 'theirs', pairs),
    ...mergeInto(repository, 'theirs', 'ours', pairs),
  ];
  const byGitAlone = mergeBothWays();
  execFileSync(process.execPath, [cli, 'merge-driver', '--install'], { cwd: repository.folder });
  const byDriver = mergeBothWays();

  for (const { pair, text, isConflict } of byDriver) {
    const { mayConflict, isAmbiguous, problemsOf } = pair;
    if (!isAmbiguous) expect({ isConflict, pair }).toEqual({ isConflict: mayConflict, pair });
    if (!isConflict && !mayConflict) expect({ problems: problemsOf(text), pair }).toEqual({ problems: [], pair });
    // In a conflict, too, there is each line that one side has and the other has not lost.
    expect(missingLines(pair, text)).toEqual([]);
  }
  const conflicts = (merged: readonly MergedPair[]): readonly MergedPair[] => merged.filter((one) => one.isConflict);
  return {
    merges: byDriver.length,
    byDriver: conflicts(byDriver).length,
    byGitAlone: conflicts(byGitAlone).length,
    undecided: conflicts(byDriver).filter(({ pair }) => !pair.mayConflict).length,
  };
}

function mergeInto(
  { folder, git }: GitRepository,
  into: string,
  from: string,
  pairs: readonly BoardPair[],
): readonly MergedPair[] {
  git('checkout', '--quiet', '--force', into);
  try {
    git('merge', '--quiet', '--no-commit', from);
  } catch {
    // There are conflicts; the index names them.
  }
  const unmerged = new Set(git('diff', '--name-only', '--diff-filter=U').split('\n'));
  const merged = pairs.map((pair, at) => ({
    pair,
    text: readFileSync(path.join(folder, boardOf(at)), 'utf8'),
    isConflict: unmerged.has(boardOf(at)),
  }));
  git('reset', '--quiet', '--hard');
  return merged;
}

/** The lines that a side added and a merged text has not; whether a task is ticked does not count. */
function missingLines({ base, ours, theirs }: BoardPair, merged: string): readonly string[] {
  const [before, one, other, after] = [base, ours, theirs, merged].map(
    (text) => new Set(text.replaceAll('- [x]', '- [ ]').split('\n')),
  );
  return [...(one ?? []), ...(other ?? [])].filter((line) => !before?.has(line) && !after?.has(line));
}
