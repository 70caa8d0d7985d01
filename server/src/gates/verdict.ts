import type { Backtrack, ConditionResult, ConditionState, Verdict } from './gate.js';

/** What decides of a condition's result. */
export type Decisive = Pick<ConditionResult, 'name' | 'state' | 'required' | 'backtrack' | 'overridden'>;

/** Going back to the spec is more than to a bigger process, and that is more than to repeat the work. */
const furthest: readonly Backtrack[] = ['spec', 'process', 'repeat'];

/** The state that counts: a person's decision overrides what was found. */
function standing({ state, overridden }: Decisive): ConditionState {
  return overridden ? 'pass' : state;
}

/**
 * Comes to a verdict: one required condition that fails closes the gate; one that could not be determined keeps it from being open.
 */
export function decide(conditions: readonly Decisive[]): Pick<Verdict, 'answer' | 'backtrack'> {
  const required = conditions.filter((condition) => condition.required);
  const failing = required.filter((condition) => standing(condition) === 'fail');
  const unknown = required.filter((condition) => standing(condition) === 'unknown');
  if (failing.length + unknown.length === 0) return { answer: 'allowed' };
  const backtrack = furthest.find((way) => failing.some((condition) => condition.backtrack === way));
  return {
    answer: failing.length > 0 ? 'refused' : 'unknown',
    ...(backtrack === undefined ? {} : { backtrack }),
  };
}

/** The conditions that keep a gate closed, in the order they were asked. */
export function blockers<T extends Decisive>(conditions: readonly T[]): readonly T[] {
  return conditions.filter((condition) => condition.required && standing(condition) !== 'pass');
}
