import path from 'node:path';

/**
 * Whether a path of a project (relative to its root, with `/`) is in what was asked for.
 *
 * @param within absolute paths of files and folders; undefined: all.
 */
export function isWithin(root: string, within: readonly string[] | undefined): (file: string) => boolean {
  if (within === undefined) return () => true;
  const prefixes = within.map((wanted) => path.relative(root, wanted).split(path.sep).join('/'));
  return (file) => prefixes.some((prefix) => prefix === '' || file === prefix || file.startsWith(`${prefix}/`));
}
