import type { FileCoverage } from '../../code/coverageReports/fileCoverage.js';
import { isSameFile } from './sameFile.js';

/**
 * How often the lines of a file ran, by the reports.
 *
 * @param path relative to the project root, with `/`.
 * @param root absolute, with `/`: where the report was written.
 * @param known the project's files.
 * @returns how often lines ran, from 0; undefined if no report reports the file.
 */
export function coverageOf(
  path: string,
  files: readonly FileCoverage[],
  root: string,
  known: readonly string[],
): ReadonlyMap<number, number> | undefined {
  const own = files.filter((file) => isReportedAs(file.path, path, root, known));
  if (own.length === 0) return undefined;
  const lines = new Map<number, number>();
  for (const file of own) for (const [line, hits] of file.lines) lines.set(line, Math.max(hits, lines.get(line) ?? 0));
  return lines;
}

/**
 * Whether a report names a file so: by an absolute path below the root, by its path, or by a path that begins further out (a module of
 * Go) or further in (a package of Java), as long as it fits no other file of the project better. Parameters: see {@link coverageOf}.
 */
export function isReportedAs(reported: string, path: string, root: string, known: readonly string[]): boolean {
  const name = reported.replace(/^(?:\.\/)+/u, '');
  if (name.startsWith('/')) return name === `${root}/${path}`;
  // Windows, which makes no difference of case.
  if (/^[A-Za-z]:\//u.test(name)) return isSameFile(name, `${root}/${path}`);
  if (name === path) return true;
  // `example.com/module/cart/cart.go`
  if (name.endsWith(`/${path}`))
    return !known.some((other) => other.length > path.length && (name === other || name.endsWith(`/${other}`)));
  // `shop/Cart.java` in `src/main/java`
  return (
    path.endsWith(`/${name}`) &&
    !known.some((other) => other !== path && (other === name || other.endsWith(`/${name}`)))
  );
}
