import type { ParsedDocument } from '../../documents/document.js';
import type { Located } from '../../markdown/span.js';
import type { Project } from '../../workspace/project.js';

/** The work packages of the mission that a file belongs to, itself included. */
export function packagesBeside(path: string, project: Project): readonly ParsedDocument<'workPackage'>[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return project.ofKind('workPackage').filter((one) => one.path.startsWith(folder));
}

export function namesOf(located: readonly Located[]): readonly string[] {
  return located.map(({ value }) => value);
}
