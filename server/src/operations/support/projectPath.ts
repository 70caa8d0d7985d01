/** What is wrong with a path that is to be written below the project root, as the end of a sentence. */
export function projectPathProblem(path: string): string | undefined {
  if (/^(?:[\\/~]|[A-Za-z]:)/u.test(path)) return 'is absolute: name it relative to the project';
  if (path.split(/[\\/]/u).includes('..')) return 'leads out of the project';
  return /[\\\p{Cc}]|\/$|^$/u.test(path) ? 'is no path of a file: write folders with /' : undefined;
}
