import type { DocumentKinds, Places } from '../../documents/documentKinds.js';
import { findItemIds } from '../../documents/itemId.js';
import { registeredKinds } from '../../documents/registry.js';
import { isTestPath } from '../../code/languageOf.js';
import { pathOf, plannedFiles } from '../../trace/namedFiles.js';
import { createPathFilter, type PathFilter } from '../../base/globs.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';

/** Where the spec says that the work is. */
export interface Plan {
  /** Whether a path is named: itself, by a folder it is in, or by a glob. */
  readonly covers: PathFilter;
  /** The paths as named, to tell what is named itself. */
  readonly named: ReadonlySet<string>;
}

/**
 * The files that the spec names in its Touches cell and its Implementation Steps.
 *
 * @returns undefined if it names none.
 */
export function planOf(
  { item, project }: Pick<GateContext, 'item' | 'project'>,
  { changes }: Pick<Work, 'changes'>,
): Plan | undefined {
  const named = new Set(
    (item.spec ? plannedFiles(item.spec) : []).map((file) => pathOf(file.named.value)).filter((path) => path !== ''),
  );
  if (named.size === 0) return undefined;
  const isAtRoot = (name: string): boolean =>
    project.code?.exists(name) === true || changes.some(({ path }) => path === name || path.startsWith(`${name}/`));
  // As a glob, a name alone fits anywhere; a file or folder of that name at the root is what was meant.
  const globs = Array.from(named, (name) => (!/[/*?]/u.test(name) && isAtRoot(name) ? `/${name}` : name));
  return { covers: createPathFilter(globs), named };
}

/** Whether a path is that of a document that every item changes. */
export function isSharedDocument(path: string, paths: Places, kinds: DocumentKinds = registeredKinds): boolean {
  return kinds.at(path, paths)?.sharedByItems === true;
}

/** What is written for people beside the code; other Markdown may be instructions for agents. */
const prose = /^(?:docs\/.*\.md|(?:.*\/)?(?:README|CHANGELOG)(?:\.\w+)?)$/u;

/** Whether a path is that of prose beside the code, and of no document of a kind that is known. */
export function isProse(path: string, paths: Places, kinds: DocumentKinds = registeredKinds): boolean {
  return !kinds.at(path, paths) && prose.test(path);
}

/**
 * Whether a change is within an item's work whatever its spec names: its own documents, those that every item changes, prose, and
 * tests that name it, with their snapshots.
 */
export function isAlwaysWithin(
  { item, configuration: { paths } }: Pick<GateContext, 'item' | 'configuration'>,
  kinds: DocumentKinds = registeredKinds,
): (change: WorkChange) => boolean {
  const own = new Set(
    [item.spec, ...item.testCases, ...item.tests.map(({ file }) => file)].flatMap((file) => file?.path ?? []),
  );
  const snapshots = new Set(item.tests.flatMap(({ file: { path } }) => snapshotsOf(path)));
  return (change) => {
    const { path } = change;
    if (own.has(path) || snapshots.has(path)) return true;
    if (isSharedDocument(path, paths, kinds)) return true;
    const kind = kinds.at(path, paths);
    if (kind) return kind.itemOf?.(path) === item.id;
    if (isProse(path, paths, kinds)) return true;
    return isTestPath(path) && namesItem(change, item.id);
  };
}

/** Where Vitest, Jest and Node's runner put what a test's output is compared with. */
function snapshotsOf(test: string): readonly string[] {
  const slash = test.lastIndexOf('/') + 1;
  return [`${test.slice(0, slash)}__snapshots__/${test.slice(slash)}.snap`, `${test}.snapshot`];
}

/** A test file that is gone named the item before. */
function namesItem({ before, after }: WorkChange, id: string): boolean {
  return findItemIds(after ?? before ?? '').some(({ value }) => value === id);
}
