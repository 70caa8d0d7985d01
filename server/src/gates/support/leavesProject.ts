import path from 'node:path';

/**
 * Whether a link leads out of the project.
 *
 * @param link where it stands; relative to the project root, with `/`.
 * @param target what it holds, as git stores it.
 */
export function leavesProject(link: string, target: string): boolean {
  const way = target.trim().replaceAll('\\', '/');
  if (path.posix.isAbsolute(way) || /^(?:[A-Za-z]:|~)/u.test(way)) return true;
  const end = path.posix.join(path.posix.dirname(link), way);
  return end === '..' || end.startsWith('../');
}
