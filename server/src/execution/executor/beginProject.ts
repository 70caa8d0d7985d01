import { configurationPath } from '../../documents/config/kind.js';
import { defaultDocumentPaths } from '../../documents/documentPaths.js';
import type { Plan } from '../../operations/operation.js';

const configuration = '# Pactwright settings. This file also marks the folder as a project.\n';

/**
 * A plan after which the folder is a project: one that makes neither spec nor configuration makes the configuration as well, as
 * what it makes would be found by nobody.
 */
export function beginProject(plan: Plan): Plan {
  const makesProject = plan.changes.some(({ path }) => path.startsWith(`${defaultDocumentPaths.specs}/`));
  if (makesProject || plan.changes.length === 0) return plan;
  const { message, data } = plan.answer;
  return {
    ...plan,
    changes: [...plan.changes, { kind: 'create', path: configurationPath, text: configuration }],
    answer: { message: `${message}, and ${configurationPath}, which marks the folder as a project`, data },
  };
}
