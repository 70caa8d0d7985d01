import type { AnyDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';
import { type Located, overlaps, type Span } from '../markdown/span.js';
import { pathOf } from '../trace/namedFiles.js';
import type { GitHistory } from '../workspace/git/gitFacts.js';
import { memoFor } from '../base/memo.js';
import type { FeatureContext } from './featureContext.js';
import { itemLinks } from './itemLinks.js';

/** A stretch of a document that leads somewhere. */
export interface Link {
  readonly span: Span;
  readonly tooltip: string;
  /** A path relative to the project root, or the hash of a commit. */
  readonly target: { readonly file: string } | { readonly commit: string };
}

/** The item ids, files and commits that a document names, where they exist; none overlaps another. */
export function documentLinks({ document, project, trace }: FeatureContext): readonly Link[] {
  const named = document.kind === 'spec' && document.item !== undefined ? trace.item(document.item)?.files : [];
  const files = [
    // An editor opens no folder, and a name with an ending is seldom one.
    ...(named ?? []).flatMap(({ named: path, there }) =>
      there && /\.[^./]+$/.test(pathOf(path.value)) ? fileLink(path) : [],
    ),
    ...linksOf(document).flatMap((path) =>
      project.documents.some((other) => other.path === path.value) ? fileLink(path) : [],
    ),
  ];
  const history = project.git?.history;
  const items = itemLinks(document, project).map(({ span, target, tooltip }): Link => ({
    span,
    tooltip,
    target: { file: target },
  }));
  return apart([...files, ...(history ? commitLinks(document, history) : []), ...items]);
}

function fileLink({ value, span }: Located): readonly Link[] {
  const file = pathOf(value);
  return [{ span, tooltip: file, target: { file } }];
}

/** The paths of other documents, such as those in `> Spec:` lines. */
function linksOf(document: AnyDocument): readonly Located[] {
  return registeredKinds.get(document.kind).links?.(document) ?? [];
}

const shortest = 7;
const hashes = /`([0-9a-f]{7,64})`|(?<=\bcommit[ \t]{1,3})([0-9a-f]{7,64})(?![\w-])/gi;

const byBeginning = memoFor((history: GitHistory): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { hash } of history.commits) {
    const beginning = hash.slice(0, shortest);
    const list = found.get(beginning);
    if (list) list.push(hash);
    else found.set(beginning, [hash]);
  }
  return found;
});

/** Hashes in backticks or behind the word commit, of commits that exist. */
function commitLinks({ text, blocks }: AnyDocument, history: GitHistory): readonly Link[] {
  const fences = blocks.flatMap(({ kind, span }) => (kind === 'fence' ? [span] : []));
  return Array.from(text.matchAll(hashes), ({ 0: whole, 1: quoted, 2: bare, index }): readonly Link[] => {
    const written = quoted ?? bare ?? '';
    const start = index + whole.indexOf(written);
    const span = { start, end: start + written.length };
    const abbreviation = written.toLowerCase();
    const candidates = byBeginning(history).get(abbreviation.slice(0, shortest)) ?? [];
    const [hash, ...others] = candidates.filter((candidate) => candidate.startsWith(abbreviation));
    if (hash === undefined || others.length > 0 || fences.some((fence) => overlaps(fence, span))) return [];
    return [{ span, tooltip: 'Open the commit', target: { commit: hash } }];
  }).flat();
}

/** Of links that overlap the first, all in order of place. */
function apart(links: readonly Link[]): readonly Link[] {
  const taken: Link[] = [];
  for (const link of links) if (!taken.some(({ span }) => overlaps(span, link.span))) taken.push(link);
  return taken.sort((a, b) => a.span.start - b.span.start);
}
