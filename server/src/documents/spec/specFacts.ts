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

export function specFacts(spec: Spec): SpecFacts {
  const { title, dependencySurface, criteria } = spec;
  const status = statusOf(spec);
  return {
    citesRequirements: criteria.some(({ cites }) => cites.length > 0),
    ...(title ? { title: { text: title.text, ...(title.id ? { id: title.id } : {}) } } : {}),
    ...(status ? { status } : {}),
    ...(dependencySurface
      ? { dependencySurface: { dependsOn: dependencySurface.dependsOn, touches: dependencySurface.touches } }
      : {}),
  };
}
