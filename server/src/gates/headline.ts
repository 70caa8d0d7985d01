import type { Verdict } from './gate.js';
import { blockers } from './verdict.js';

/** The answer in one sentence: `STORY-001 does not pass the gate done: 2 conditions are not met (tasks, tests-pass).` */
export function headline({ gate, item, answer, conditions }: Verdict): string {
  const some = blockers(conditions);
  const names = some.map(({ name }) => name).join(', ');
  const are = some.length === 1 ? '1 condition is' : `${some.length} conditions are`;
  switch (answer) {
    case 'allowed':
      return `${item} passes the gate ${gate}.`;
    case 'refused':
      return `${item} does not pass the gate ${gate}: ${are} not met (${names}).`;
    case 'unknown':
      return `The gate ${gate} is undecided for ${item}: ${are} unknown (${names}).`;
  }
}
