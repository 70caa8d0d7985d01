import { defineOperation } from '../operation.js';
import { isForUser, scopeField } from './scope.js';

/** Removes what `init` deployed. */
export const removeSetUp = defineOperation({
  name: 'remove',
  group: 'setUp',
  summary: 'Removes what `init` deployed for agents, the merge driver, and git hooks',
  details:
    'Files of your own get back the text they had. The documents of the project stay: they are yours. What was edited by hand stays and is listed, and so does `.pactwright/deployed.json` then; `--force` removes it, too.',
  example: { scope: 'project' },
  fields: { scope: scopeField, force: { type: 'flag', description: 'also remove what was edited by hand' } },
  inHome: isForUser,
  reads: [],
  needs: 'documents',
  writes: true,
  plan: async (workspace, input) => (await import('./plans.js')).planRemove(workspace, input),
});
