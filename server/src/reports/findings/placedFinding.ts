import path from 'node:path';
import type { Finding } from '../../rules/finding.js';
import { identityAmongProjects } from '../../rules/identity.js';
import { relativePath } from '../../base/relativePath.js';

/** Where the findings of a project are in a report. */
export interface Placement {
  /** A path of the project as the report has it: relative to its root, with `/`. */
  readonly pathOf: (file: string) => string;
  /** The identity of one of the project's findings among those of the report. */
  readonly idOf: (id: string) => string;
}

/**
 * @param root that of the report. Absolute.
 * @param project the project's own. Absolute.
 */
export function placementOf(root: string, project: string): Placement {
  const wayTo = (file: string): string => path.relative(root, file).split(path.sep).join('/');
  const prefix = wayTo(project);
  const isBeside = prefix === '..' || prefix.startsWith('../') || path.isAbsolute(prefix);
  // A project that holds the root is the same from wherever in it one looks.
  const name = relativePath(project, root) === undefined ? prefix : '';
  return {
    pathOf: (file) => {
      if (isBeside) return wayTo(path.join(project, ...file.split('/')));
      return prefix === '' ? file : `${prefix}/${file}`;
    },
    idOf: (id) => identityAmongProjects(id, name),
  };
}

/** The finding as the report has it. */
export function placedFinding(finding: Finding, { pathOf, idOf }: Placement): Finding {
  return {
    ...finding,
    id: idOf(finding.id),
    path: pathOf(finding.path),
    ...(finding.related ? { related: finding.related.map((other) => ({ ...other, path: pathOf(other.path) })) } : {}),
  };
}
