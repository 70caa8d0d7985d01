import type { Verdict } from './gate.js';
import { blockers } from './verdict.js';

/** The answer in one sentence: `STORY-001 may not pass done: 2 conditions are in the way (tasks, tests-pass).` */
export function headline({ gate, item, answer, conditions }: Verdict): string {
  const some = blockers(conditions);
  const names = some.map(({ name }) => name).join(', ');
  const are = some.length === 1 ? '1 condition is' : `${some.length} conditions are`;
  switch (answer) {
    case 'allowed':
      return `${item} may pass ${gate}.`;
    case 'refused':
      return `${item} may not pass ${gate}: ${are} in the way (${names}).`;
    case 'unknown':
      return `Whether ${item} may pass ${gate} is not known: ${are} open (${names}).`;
  }
}
