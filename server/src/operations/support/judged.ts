import type { Finding } from '../../rules/finding.js';
import type { OperationWorkspace } from '../operation.js';

/** What all rules say, by file. The rules are loaded when they are asked: a list of operations needs none of them. */
export async function judged({
  project,
  configuration,
}: Pick<OperationWorkspace, 'project' | 'configuration'>): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const { createLinter } = await import('../../rules/lint.js');
  const { allRules } = await import('../../rules/registry.js');
  return createLinter(allRules, configuration).lint(project);
}
