import { findItemIds } from '../../documents/itemId.js';
import { criterionTitle } from '../../documents/testCase/testCaseTemplate.js';
import type { Project } from '../../workspace/project.js';

/** The criteria of every item a text names, as lists to tick; nothing for items without spec or criteria. */
export function sprintContracts(project: Pick<Project, 'spec'>, text: string): readonly string[] {
  const ids = [...new Set(findItemIds(text).map(({ value }) => value))];
  return ids.flatMap((id) => {
    const criteria = project.spec(id)?.model.criteria ?? [];
    if (criteria.length === 0) return [];
    const lines = criteria.map((criterion) => `- [ ] ${criterion.id}: ${criterionTitle(criterion)}`.trimEnd());
    return ['', `### Sprint Contract (${id})`, ...lines];
  });
}
