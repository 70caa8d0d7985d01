import type { DocumentKind } from '../documents/document.js';

/** What the trace of an item is made of. */
const traced: readonly DocumentKind[] = ['spec', 'testCase', 'board', 'archive'];

/** The kinds of documents that the rules for a kind look at in the project, besides the document they judge. */
const consulted: Readonly<Partial<Record<DocumentKind, readonly DocumentKind[]>>> = {
  spec: traced,
  testCase: traced,
  board: traced,
  archive: traced,
  context: ['board', 'spec'],
  config: ['role'],
  workPackage: ['workPackage'],
};

/** The kinds of documents without which some of these kinds cannot be judged: themselves and what their rules consult. */
export function kindsNeededFor(judged: Iterable<DocumentKind>): ReadonlySet<DocumentKind> {
  const needed = new Set<DocumentKind>();
  for (const kind of judged) {
    needed.add(kind);
    for (const other of consulted[kind] ?? []) needed.add(other);
  }
  return needed;
}
