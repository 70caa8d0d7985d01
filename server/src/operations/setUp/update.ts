import { defineOperation } from '../operation.js';
import { isForUser, scopeField } from './scope.js';

/** Brings what was deployed up to date. */
export const update = defineOperation({
  name: 'update',
  group: 'setUp',
  summary: 'Updates what `init` deployed for agents to this version of Pactwright',
  details:
    'Deploys the same choice again. Files and blocks that were edited by hand stay and are listed; `--force` replaces them. What this version no longer deploys is removed.',
  example: { scope: 'project' },
  fields: { scope: scopeField, force: { type: 'flag', description: 'also replace what was edited by hand' } },
  inHome: isForUser,
  reads: [],
  needs: 'documents',
  writes: true,
  plan: async (workspace, input) => (await import('./plans.js')).planUpdate(workspace, input),
});
