import type { Verdict } from './gate.js';
import { blockers } from './verdict.js';

/** The answer in one sentence: `STORY-001 may not pass done: 2 conditions are in the way (tasks, tests-pass).` */
export function headline({ gate, item, answer, conditions }: Verdict): string {
  const some = blockers(conditions);
  const names = some.map(({ name }) => name).join(', ');
  const are = some.length === 1 ? '1 condition is' : `${some.length} conditions are`;
  switch (answer) {
    case 'allowed':
      return `${item} passes ${gate}.`;
    case 'refused':
      return `${item} is blocked by ${gate}: ${are} not met (${names}).`;
    case 'unknown':
      return `${gate} is undecided for ${item}: ${are} unknown (${names}).`;
  }
}
