import type { ModulePlaces } from './modulePlaces.js';

/** Where the packages of a file begin, as the tools for building have it. */
const sources = /^(?:.*\/)?src\/(?:\w+\/)?java\/|^(?:.*\/)?src\//u;

/**
 * The file of the class that an import of Java names, or those of all classes of a package (`shop.cart.*`).
 *
 * @see https://docs.oracle.com/javase/specs/jls/se21/html/jls-7.html#jls-7.5
 */
export function resolveJava(file: string, from: string, { isFile, filesIn }: ModulePlaces): readonly string[] {
  const root = sources.exec(file)?.[0] ?? '';
  const parts = from.replace(/\.\*$/u, '').split('.');
  for (const one of new Set([root, root.replace('/test/', '/main/'), ''])) {
    const inPackage = from.endsWith('.*')
      ? filesIn(`${one}${parts.join('/')}`).filter((path) => path.endsWith('.java'))
      : [];
    if (inPackage.length > 0) return inPackage;
    // What is behind the class is a class within it, or a static member.
    const found = parts.map((_, left) => `${one}${parts.slice(0, parts.length - left).join('/')}.java`).find(isFile);
    if (found !== undefined) return [found];
  }
  return [];
}
