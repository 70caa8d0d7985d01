import { defineOperation } from '../operation.js';
import { developerPrefix, prefixField } from '../support/developerPrefix.js';
import { itemTypes, typeOf } from '../support/itemTypes.js';
import { kindsWithIds, nextId as findNextId } from '../support/nextId.js';

/** Says which item id is free. */
export const nextId = defineOperation({
  name: 'next-id',
  group: 'documents',
  summary: 'Says the next item id that is free',
  details:
    'All types share the numbers of a prefix. Taken is what specs, test cases, board, archive, branches (of remotes, too), worktrees and commit messages name. It only answers: of two who ask at once, both get the same. `new-item` takes the id and makes the item in one go.',
  fields: {
    type: {
      type: 'text',
      description: 'what kind of item (default: story)',
      positional: true,
      values: itemTypes,
    },
    prefix: prefixField,
  },
  reads: kindsWithIds,
  needs: 'git',
  writes: false,
  plan: async (workspace, { type = 'story', prefix }) => {
    const { project } = workspace;
    const { id, number, highest } = await findNextId(workspace, typeOf(type), developerPrefix(project, prefix));
    const git = project.git?.history !== undefined;
    return { answer: { message: id, data: { id, number, highest: highest ?? null, git } } };
  },
});
