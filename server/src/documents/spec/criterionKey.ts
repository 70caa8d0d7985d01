import type { ParsedDocument } from '../document.js';
import type { Criterion } from './spec.js';

/**
 * The id by which scenarios and tests call a criterion: `AC1`; `Scenario 1` is called so, too, where the spec has no AC1.
 */
export function criterionKey(criteria: readonly Criterion[]): (criterion: Criterion) => string {
  const ids = new Set(criteria.map(({ id }) => id));
  return ({ id, number }) => (id.startsWith('AC') || ids.has(`AC${number}`) ? id : `AC${number}`);
}

/** The ids by which scenarios and tests may call a spec's criteria. */
export function criterionIds({ model }: ParsedDocument<'spec'>): readonly string[] {
  return model.criteria.map(criterionKey(model.criteria));
}
