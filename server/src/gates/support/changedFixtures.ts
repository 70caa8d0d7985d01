import { documentKindOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { languageOf } from '../../code/languageOf.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Problem } from '../gate.js';
import { addedLines } from './addedLines.js';
import { isTestSupport } from './productFiles.js';
import { approvableName } from '../../workspace/approvableName.js';

/** Snapshots and fixtures that tests compare with or read, where more than something new came. */
export function changedFixtures({ changes }: Work, paths: DocumentPaths): readonly Problem[] {
  return changes.flatMap((change): readonly Problem[] => {
    const { path, kind } = change;
    if (kind === 'added' || languageOf(path) !== undefined || !isTestSupport(path)) return [];
    // The folder of specs is one of documents.
    const isDocument =
      documentKindOf(path, paths) !== undefined ||
      path.startsWith(`${paths.specs}/`) ||
      path.startsWith(`${paths.testCases}/`);
    if (isDocument || path.startsWith('../')) return [];
    // Those of insta, go-snaps and the like are read as any other file.
    const snapshots = /\.snap(?:shot)?$/u.test(path) ? snapshotsIn(change.before) : new Map<string, string>();
    return snapshots.size > 0 ? snapshotProblems(change, snapshots) : fixtureProblems(change);
  });
}

function fixtureProblems(change: WorkChange): readonly Problem[] {
  const { path, kind, before, after } = change;
  const problem = (what: string): readonly Problem[] => [
    {
      message: `${path}, which tests use, ${what}`,
      ...(kind === 'deleted' ? {} : { place: { path } }),
      approvable: approvableName('test-change', path, 'file', after ?? `${kind} ${before ?? ''}`),
    },
  ];
  if (kind === 'deleted') return problem('was removed');
  if (before === undefined || after === undefined) return problem('changed');
  return addedLines({ before: after, after: before }).length === 0 ? [] : problem('changed');
}

/** https://jestjs.io/docs/snapshot-testing: `exports[`name`] = `content`;`. */
const entry = /^exports\[`((?:[^`\\]|\\.)*)`\] = `((?:[^`\\]|\\.)*)`;$/gmu;

/** By name. */
function snapshotsIn(text = ''): ReadonlyMap<string, string> {
  return new Map(Array.from(text.matchAll(entry), ([, name = '', content = '']) => [name, content]));
}

function snapshotProblems({ path, after }: WorkChange, were: ReadonlyMap<string, string>): readonly Problem[] {
  const are = snapshotsIn(after);
  return Array.from(were).flatMap(([name, content]): readonly Problem[] => {
    const now = are.get(name);
    if (now === content) return [];
    const message = `The snapshot "${name}" ${now === undefined ? 'was removed' : 'changed'}, so it no longer protects what worked`;
    return [
      { message, place: { path }, approvable: approvableName('test-change', path, name, now ?? `gone ${content}`) },
    ];
  });
}
