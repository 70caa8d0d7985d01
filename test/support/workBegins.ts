import { expect, test } from 'vitest';
import type { ReadWorkOptions } from '../../server/src/workspace/work/readWork.js';
import { type GitRepository, gitRepository } from './gitRepository.js';
import { openWork } from './openWork.js';
import { sampled } from './runs.js';

/** A history, and where the work on STORY-001 begins in it. */
export interface WorkBegins {
  readonly name: string;
  /** Makes a history in which the commit with the subject `Base` is where the work began. @returns what is asked with. */
  readonly life: (repository: GitRepository) => Partial<ReadWorkOptions> | undefined;
  readonly from: string;
  /**
   * `Base`, unless the work began at another commit; undefined: before the first of all; `of others`: a tree that holds what others
   * did since.
   */
  readonly base?: string | undefined;
  /** The subjects of the commits, newest first. */
  readonly commits: readonly string[];
  readonly changes: readonly string[];
}

export function testWhereWorkBegins(cases: readonly WorkBegins[]): void {
  test.each(sampled(cases))('begins $name', async ({ life, from, commits, changes, ...rest }) => {
    const repository = gitRepository();
    const options = life(repository) ?? {};
    const work = await openWork(repository.folder).work(options);
    const subject = work.base.startsWith('4b825dc6') ? undefined : subjectOf(repository, work.base);
    expect({
      from: work.from,
      base: subject,
      commits: work.commits.map((commit) => commit.subject),
      changes: work.changes.map(({ path }) => path),
      head: work.head,
    }).toEqual({
      from,
      base: 'base' in rest ? rest.base : 'Base',
      commits,
      changes,
      head: repository.git('rev-parse', 'HEAD'),
    });
  });
}

/** A tree that holds others' work is not in the repository. */
function subjectOf({ git }: GitRepository, base: string): string {
  const known = git('rev-list', '--all').split('\n');
  return known.includes(base) ? git('log', '-1', '--format=%s', base) : 'of others';
}
