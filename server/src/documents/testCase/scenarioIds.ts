import type { Scenario } from './testCase.js';

/** What makes two scenario ids the same: the number without leading zeros (`TC-01` and `TC-1`); undefined for no id. */
export function scenarioKey(id: string): string | undefined {
  return /^@?TC-?0*(\d+)$/iu.exec(id)?.[1];
}

/** Whether a scenario has an id of its own, or is below a heading with one. */
export function hasScenarioId({ id, group }: Scenario): boolean {
  return id !== undefined || (group?.id !== undefined && scenarioKey(group.id.value) !== undefined);
}
