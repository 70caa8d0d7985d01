import path from 'node:path';

/** The absolute place of a file of a project, by its path with `/`. @param root absolute. */
export function placeIn(root: string): (file: string) => string {
  const folder = path.join(root, path.sep);
  return (file) => folder + (path.sep === '/' ? file : file.replaceAll('/', path.sep));
}
