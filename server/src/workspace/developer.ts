import { pactkitConfigPaths } from '../documents/pactkitConfig/kind.js';
import type { Project } from './project.js';

/**
 * The developer's prefix of new item ids (`al` in `STORY-al-042`): `developer` of the first `pactkit.yaml` that has it, in
 * PactKit's order of the four places (formats reference, A8), and the path of that file; undefined if none has it.
 */
export function configuredDeveloper(
  project: Pick<Project, 'ofKind'>,
): { readonly path: string; readonly value: string } | undefined {
  return project
    .ofKind('pactkitConfig')
    .toSorted((one, other) => pactkitConfigPaths.indexOf(one.path) - pactkitConfigPaths.indexOf(other.path))
    .flatMap(({ path, model: { root } }) => {
      const pair = root?.kind === 'map' ? root.pairs.findLast(({ key }) => key.value === 'developer') : undefined;
      const value = pair?.value.kind === 'scalar' ? pair.value.value : undefined;
      return value === undefined || value === null || value === '' ? [] : [{ path, value: String(value) }];
    })
    .at(0);
}
