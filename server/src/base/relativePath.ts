import path from 'node:path';

/**
 * The way from a folder to a file in or below it, with `/`: empty for the folder itself, undefined if the file is elsewhere.
 * Both absolute, in the machine's own form.
 */
export function relativePath(folder: string, file: string): string | undefined {
  const relative = path.relative(folder, file);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return undefined;
  return relative.split(path.sep).join('/');
}
