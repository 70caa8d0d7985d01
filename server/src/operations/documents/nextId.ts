import { defineOperation } from '../operation.js';
import { developerPrefix, prefixField } from '../support/developerPrefix.js';
import { itemTypes, typeOf } from '../support/itemTypes.js';
import { kindsWithIds, nextId as findNextId } from '../support/nextId.js';

/** Says which item id is free. */
export const nextId = defineOperation({
  name: 'next-id',
  group: 'documents',
  summary: 'Shows the next free item id',
  details:
    'All types share the numbers of a prefix. An id is taken if a spec, test case, board, archive, branch (local or remote), worktree or commit message names it. The id is not reserved: two callers at the same time get the same one. `new-item` takes the id and creates the item in one step.',
  example: { type: 'bug' },
  fields: {
    type: {
      type: 'text',
      description: 'the type of item (default: story)',
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
