import type { ParsedDocument } from '../../documents/document.js';
import { nearestName } from '../../base/nearestName.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';

/** @throws Refused if the item has no spec, or one that cannot be read. */
export function findSpec(
  { project, configuration }: Pick<OperationWorkspace, 'project' | 'configuration'>,
  item: string,
): ParsedDocument<'spec'> {
  const spec = project.spec(item);
  if (!spec) {
    const nearest = nearestName(
      item,
      project.ofKind('spec').flatMap((one) => one.item ?? []),
    );
    throw new Refused(
      'not-found',
      `${item} has no spec (${configuration.paths.specs}/${item}.md)${nearest === undefined ? ': create one with new-spec' : `; did you mean ${nearest}?`}`,
      nearest === undefined ? [] : [nearest],
    );
  }
  const [problem] = spec.problems;
  if (problem) throw new Refused('unreadable', `${spec.path} cannot be changed. ${problem.message}`);
  return spec;
}
