import type { Branch } from '../../workspace/git/gitFacts.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { branchOfItem, requireItem } from '../support/itemBranch.js';

/** Begins the branch of an item. */
export const branch = defineOperation({
  name: 'branch',
  group: 'scaffold',
  summary: 'Makes the branch of an item and switches to it',
  details:
    'A story works on `feature/STORY-042`, a bug or hotfix on `fix/BUG-007`; the id stays as it is written. What is not committed comes along. It is refused where there is such a branch, here or on a remote, as two of one name drift apart.',
  fields: { item: itemField },
  reads: ['spec', 'board'],
  needs: 'git',
  writes: true,
  plan: ({ project }, { item }) => {
    const name = branchOfItem(item);
    requireRepository(project, name);
    requireItem(project, item);
    // A repository without commits has no branch yet.
    const branches = project.git?.history?.branches ?? [];
    const own = branches.filter(({ items }) => items.includes(item));
    const there = branches.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (there)
      throw new Refused(
        'exists',
        `the branch ${shown(there)} is there already: switch to it with \`git switch ${there.name}\``,
        [...new Set([there, ...own].map(shown))],
      );
    return {
      steps: [{ kind: 'git', args: ['switch', '--create', name], summary: `make the branch ${name}` }],
      answer: {
        message: `made the branch ${name} and switched to it`,
        data: { item, branch: name, others: own.map(shown) },
      },
    };
  },
});

function requireRepository({ git }: Project, name: string): void {
  if (git?.history) return;
  const unknown = git?.notices.find(({ kind }) => kind === 'unavailable' || kind === 'unreadable');
  if (git && !unknown) return;
  throw new Refused(
    'not-found',
    `there is no repository to make ${name} in: ${unknown?.message ?? 'git was not asked'}`,
  );
}

function shown({ name, remote }: Branch): string {
  return remote === undefined ? name : `${remote}/${name}`;
}
