import { isSourcePath } from '../../code/otherSyntaxes.js';
import { documentKindOf } from '../../documents/documentKind.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { EvidenceLog } from '../evidence/evidenceLog.js';
import { isAlwaysWithin, planOf } from './itemScope.js';
import { isRunnerFile, isTestSupport } from './productFiles.js';

/** All files that a recorded run made, whatever became of them since. */
export function madeByRuns({ records }: Pick<EvidenceLog, 'records'>): ReadonlySet<string> {
  return new Set(records.flatMap(({ entry }) => (entry.kind === 'made' ? entry.paths : [])));
}

/**
 * The files that a recorded run made beside the sources, as reports are, that the spec does not name and that are not committed. They
 * are no work of who works there, and none of them belongs into a commit of it.
 *
 * @returns paths relative to the project root.
 */
export function leftByRuns(
  context: Pick<GateContext, 'item' | 'project' | 'configuration' | 'log'>,
  work: Pick<Work, 'changes' | 'commits'>,
): ReadonlySet<string> {
  const made = madeByRuns(context.log);
  if (made.size === 0) return made;
  const { paths } = context.configuration;
  const committed = new Set(work.commits.flatMap((commit) => commit.paths));
  const plan = planOf(context, work);
  const isWithin = isAlwaysWithin(context);
  const isLeft = (change: WorkChange): boolean =>
    change.kind === 'added' &&
    made.has(change.path) &&
    !committed.has(change.path) &&
    isBesideSources(change.path) &&
    documentKindOf(change.path, paths) === undefined &&
    plan?.covers(change.path) !== true &&
    !isWithin(change);
  return new Set(work.changes.filter(isLeft).map(({ path }) => path));
}

/** Whether a file is neither code, nor of tests, nor settings of their runner or of git, nor written for people. */
function isBesideSources(path: string): boolean {
  return (
    !path.startsWith('../') &&
    !isSourcePath(path) &&
    !isTestSupport(path) &&
    !isRunnerFile(path) &&
    !/(?:^|\/)\.git|\.(?:md|markdown)$/iu.test(path)
  );
}
