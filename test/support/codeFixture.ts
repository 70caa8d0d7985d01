import { isSourcePath } from '../../server/src/code/otherSyntaxes.js';
import { parseSource } from '../../server/src/code/parseSource.js';
import type { SourceFile } from '../../server/src/code/sourceFile.js';
import type { CodeFacts } from '../../server/src/workspace/codeFacts.js';

/** What is known of the source code where these files and their folders are all there is. */
export function codeFactsOf(files: readonly { readonly path: string; readonly text: string }[]): CodeFacts {
  const there = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  );
  const sources = files
    .filter(({ path }) => isSourcePath(path))
    .map(({ path, text }): SourceFile => parseSource(path, text))
    .filter(({ tests, deferrals }) => tests.length + deferrals.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    sources,
    paths: files.map(({ path }) => path).sort(),
    unseen: () => undefined,
    isWhole: true,
    exists: (path) => path.startsWith('../') || there.has(path.replace(/\/$/, '')),
  };
}
