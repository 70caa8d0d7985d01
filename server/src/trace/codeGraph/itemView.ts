import type { ItemReport } from '../itemReport.js';
import type { CodeIndex } from './codeIndex.js';
import type { CodeView, ViewEdge, ViewNode } from './codeView.js';
import { fileNode, importsIn } from './fileViews.js';

/** Older ones say little of what is at hand. */
const mostCommits = 20;

type ItemFacts = Pick<ItemReport, 'id' | 'title' | 'spec' | 'testCases' | 'tests' | 'files' | 'commits'>;

/**
 * An item with its documents, the files that its spec names, its tests and its newest commits, and the imports among these files.
 *
 * @param below the project's folder, as the index has its paths: empty, or ends with `/`.
 */
export function itemView(index: CodeIndex, item: ItemFacts, below: string): CodeView {
  const inside = (path: string): string => below + path;
  const documents = [...(item.spec === null ? [] : [item.spec]), ...item.testCases].map(inside);
  const files = item.files.filter(({ there }) => there === true).map(({ path }) => inside(path));
  const tests = item.tests.map(({ path }) => inside(path));
  const grouped = new Map<string, string>([
    ...documents.map((path) => [path, 'documents'] as const),
    ...files.map((path) => [path, 'files'] as const),
    ...tests.map((path) => [path, 'tests'] as const),
  ]);
  const own: ViewNode = { id: item.id, kind: 'item', label: itemLabel(item), path: documents[0] ?? '', group: 'item' };
  const commits = item.commits.slice(0, mostCommits).map(({ hash, subject }): ViewNode => ({
    id: hash,
    kind: 'commit',
    label: subject,
    path: '',
    group: 'commits',
  }));
  const around = [...[...grouped].map(([path, group]) => fileNode(path, group)), ...commits];
  return {
    mode: 'item',
    nodes: [own, ...around],
    edges: [
      ...around.map(({ id }): ViewEdge => ({ from: item.id, to: id, kind: 'has' })),
      ...importsIn(index).filter(({ from, to }) => grouped.has(from) && grouped.has(to)),
    ],
  };
}

function itemLabel({ id, title }: Pick<ItemReport, 'id' | 'title'>): string {
  return title === null ? id : `${id}: ${title}`;
}
