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
  summary: 'Creates the branch of an item and switches to it',
  details:
    'A story uses `feature/STORY-042`, a bug or hotfix `fix/BUG-007`. Uncommitted changes are kept. Fails if such a branch already exists, here or on a remote.',
  example: { item: 'STORY-042' },
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
        `the branch ${shown(there)} already exists: switch to it with \`git switch ${there.name}\``,
        [...new Set([there, ...own].map(shown))],
      );
    return {
      steps: [{ kind: 'git', args: ['switch', '--create', name], summary: `create the branch ${name}` }],
      answer: {
        message: `created the branch ${name} and switched to it`,
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
    `there is no repository to create ${name} in: ${unknown?.message ?? 'git was not run'}`,
  );
}

function shown({ name, remote }: Branch): string {
  return remote === undefined ? name : `${remote}/${name}`;
}
