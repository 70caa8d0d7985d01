import { documentKindOf, itemOf } from '../../documents/documentKind.js';
import { isAlwaysWithin, isProse, planOf } from '../../gates/support/itemScope.js';
import { leftByRuns } from '../../gates/support/leftByRuns.js';
import { isLockFileOf, isToolchainsOwn } from '../../gates/support/lockFiles.js';
import { relativeTo } from '../../workspace/git/commits.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { WorkChange } from '../../workspace/work/work.js';
import { beforeWork } from '../agents/beforeWork.js';
import { stampFiles } from '../agents/stampFiles.js';
import type { OpenedItem } from '../../project/openItem.js';
import { uncommitted } from '../executor/commitFiles.js';
import { readItemWork, recordOf } from '../gates/itemWork.js';
import type { ProgramDesk } from '../programs/runQuietly.js';
import type { SortedFiles } from '../../operations/deliveryDesk.js';

const wasThereBefore = 'was changed before the work started, and not since';

/**
 * Tells the files of an item's work from what else is not committed. Its own are: its documents and those that all items change; tests
 * that name it; what its spec names; what a person approved for it. Where the spec names no file, all others of the project, but the documents
 * of other items and what a run of a gate made beside the sources. What was changed before an agent began to build the item and was not
 * touched since is not its work, unless it is one of its documents, or named itself.
 *
 * @throws Refused if git does not say what has changed; the signal's reason.
 */
export async function sortUncommitted(
  opened: OpenedItem,
  repository: GitRepository,
  desk: Pick<ProgramDesk, 'machine' | 'signal'>,
): Promise<SortedFiles> {
  const { item, index } = opened;
  const changed = await uncommitted(desk.machine, repository, desk.signal);
  const configuration = index.configuration().value;
  const work = await readItemWork(opened, desk);
  const plan = work && planOf(opened, work);
  const known = new Map((work?.changes ?? []).map((change) => [change.path, change]));
  const before = await beforeWork(desk.machine, opened, repository);
  const now = await stampFiles(desk.machine, repository.top, changed);
  const log = await recordOf(opened, desk);
  const approved = new Set(
    log.words.flatMap((word) => (word.about === 'approve' && word.item === item.id ? [word.what] : [])),
  );
  const made = work ? leftByRuns({ ...opened, configuration, log }, work) : new Set<string>();
  const isWithin = isAlwaysWithin({ item, configuration });
  const whyNot = (top: string, path: string): string | undefined => {
    const change: WorkChange = known.get(path) ?? { path, kind: 'modified' };
    const kind = documentKindOf(path, configuration.paths);
    const other = kind === undefined ? undefined : itemOf(kind, path);
    if (plan?.named.has(path) === true || approved.has(`scope:${path}`)) return undefined;
    if (other !== undefined && other !== item.id) return `belongs to ${other}`;
    if (path.startsWith('../') && plan?.covers(path) !== true) return 'is outside the project';
    const isOwn = isWithin(change);
    // Prose is within, too, and yet may be anybody's.
    if (isOwn && !isProse(path, configuration.paths)) return undefined;
    if (before[top] !== undefined && before[top] === now[top]) return wasThereBefore;
    if (isToolchainsOwn(change, (file) => opened.project.code?.exists(file) === true)) return undefined;
    if (made.has(path)) return 'was created by a test or command run';
    return isOwn || !plan || plan.covers(path) ? undefined : `is not named by the spec of ${item.id}`;
  };
  const relative = relativeTo(repository.prefix);
  const sorted = changed.map((top) => ({ top, path: relative(top), why: whyNot(top, relative(top)) }));
  const manifests = sorted.filter(({ why }) => why === undefined).map(({ path }) => path);
  const isLeft = ({ path, why }: (typeof sorted)[number]): boolean =>
    why !== undefined && (why === wasThereBefore || !isLockFileOf(path, manifests));
  return {
    own: sorted.filter((one) => !isLeft(one)).map(({ top }) => top),
    left: sorted.flatMap((one) => (isLeft(one) && one.why !== undefined ? [{ path: one.top, why: one.why }] : [])),
  };
}
