import type { CodeFacts } from '../../server/src/workspace/codeFacts.js';

/** What is known of the source code where these files and their folders are all there is. */
export function codeFactsOf(files: readonly { readonly path: string; readonly text: string }[]): CodeFacts {
  const there = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  );
  return {
    sources: [],
    paths: files.map(({ path }) => path).sort(),
    exists: (path) => path.startsWith('../') || there.has(path.replace(/\/$/, '')),
  };
}
