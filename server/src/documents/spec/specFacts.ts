import type { Changing } from '../../base/changing.js';
import type { Located } from '../../markdown/span.js';
import type { DependencySurface, Spec, SpecTitle } from './spec.js';
import { statusOf } from './specStatus.js';

/** What other documents may ask of a spec. */
export interface SpecFacts {
  readonly title?: Omit<SpecTitle, 'heading'>;
  /** The cell. */
  readonly status?: Located;
  readonly dependencySurface?: Pick<DependencySurface, 'dependsOn' | 'touches'>;
  /** Whether any criterion cites a requirement. */
  readonly citesRequirements: boolean;
}

/** What the facts of a spec that names others in its Dependency Surface hold, as JSON. */
export const dependsOnSome = '"dependsOn":[{';

export function specFacts(spec: Spec): SpecFacts {
  const { title, dependencySurface, criteria } = spec;
  const status = statusOf(spec);
  const facts: Changing<SpecFacts> = { citesRequirements: criteria.some(({ cites }) => cites.length > 0) };
  if (title) facts.title = title.id ? { text: title.text, id: title.id } : { text: title.text };
  if (status) facts.status = status;
  if (dependencySurface) {
    const { dependsOn, touches } = dependencySurface;
    facts.dependencySurface = { dependsOn, touches };
  }
  return facts;
}
