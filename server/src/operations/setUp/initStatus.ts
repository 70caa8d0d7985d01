import { defineOperation } from '../operation.js';
import { isForUser, scopeField } from './scope.js';

/** Shows what was deployed, and what is different now. */
export const initStatus = defineOperation({
  name: 'init-status',
  group: 'setUp',
  summary: 'Shows what `init` deployed for agents, and what is out of date or edited since',
  details: '`current`, `outdated`, `missing`, `edited` (by hand), `theirs` (the project has its own), `unwanted`.',
  example: { scope: 'project' },
  fields: { scope: scopeField },
  inHome: isForUser,
  reads: [],
  needs: 'documents',
  writes: false,
  plan: async (workspace, input) => (await import('./plans.js')).planStatus(workspace, input),
});
