import type { ConditionResult, GateEvent, Verdict } from '../../server/src/protocol.js';

/** A condition that passes, but for what is told. */
export function conditionOf(name: string, other: Partial<ConditionResult> = {}): ConditionResult {
  return {
    name,
    title: `The ${name}`,
    required: true,
    backtrack: 'repeat',
    state: 'pass',
    summary: `${name} looked at`,
    ...other,
  };
}

/** A verdict of the gate `done` about STORY-001. */
export function verdictOf(answer: Verdict['answer'], conditions: readonly ConditionResult[]): Verdict {
  return {
    gate: 'done',
    item: 'STORY-001',
    profile: 'standard',
    answer,
    conditions,
    tree: 'a'.repeat(40),
    at: 0,
    passedOver: [],
  };
}

/** The last event of a gate. */
export function verdictEvent(verdict: Verdict): GateEvent & { readonly event: 'verdict' } {
  return { event: 'verdict', verdict, report: '# Report\n', repository: '/p/.git', head: { number: 0, hashes: [] } };
}
