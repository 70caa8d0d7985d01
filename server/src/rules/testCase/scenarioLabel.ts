import type { Scenario } from '../../documents/testCase/testCase.js';
import { excerpt } from '../../base/excerpt.js';

/** How a message names a scenario: by its id, else its name. */
export function scenarioLabel({ id, name }: Pick<Scenario, 'id' | 'name'>): string {
  if (id) return id.value;
  const text = excerpt(name.value, 40);
  return text === '' ? 'This scenario' : `The scenario "${text}"`;
}
