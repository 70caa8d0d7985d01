import path from 'node:path';
import * as v from 'valibot';
import { isErrorCode } from '../../base/errors.js';
import { parseJson } from '../../base/json.js';
import { listOf, object, read } from '../../base/schema.js';
import { documentKindOf } from '../../documents/documentKind.js';
import { orRefused } from '../../operations/orRefused.js';
import { relativeTo } from '../../workspace/git/commits.js';
import type { GitRepository } from '../../workspace/ports.js';
import { uncommitted } from '../executor/commitFiles.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { configurationAt } from '../queries/projectCommand.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import { type Change, keepLeft, noMode, restoreLeft } from './leftFiles.js';

type Desk = Pick<PhaseDesk, 'machine' | 'signal'>;
type WarningDesk = Desk & Pick<PhaseDesk, 'warn'>;

/** The commit at which an item is closed, and what was not committed before. */
const closing = object({ head: v.string(), before: listOf(v.string()) });

/** Beside what git keeps of a worktree. */
const markOf = ({ gitFolder }: GitRepository): string => path.join(gitFolder, 'pactwright-closing');

/** Closes an item: writes documents, then commits them. Where that throws, what was written is restored at once, and after a kill later. */
export async function closeWhole<T>(own: GitRepository, desk: WarningDesk, close: () => Promise<T>): Promise<T> {
  const { machine, signal } = desk;
  const head = await headOf(own, desk);
  if (head !== undefined)
    await machine.disk.writeFile(
      markOf(own),
      JSON.stringify({ head, before: await uncommitted(machine, own, signal) } satisfies v.InferInput<typeof closing>),
    );
  try {
    const value = await close();
    // It is closed, or a gate has refused it before anything was written: what else was changed meanwhile is a person's.
    await machine.disk.rm(markOf(own), { force: true });
    return value;
  } catch (error) {
    // Also where a person stops the run: what they do from then on is theirs.
    await undoHalfClosing(own, { ...desk, signal: new AbortController().signal });
    throw error;
  }
}

/**
 * A process that was killed while it closed an item, alone or with its git, has changed some documents and committed none, and the next
 * one takes them for work that no gate has seen. Restores the documents that were changed since the mark, and nothing else, as it may be
 * somebody's; what was there is kept in a commit, whose ref a warning names.
 *
 * @throws Refused; the signal's reason.
 */
export async function undoHalfClosing(own: GitRepository, desk: WarningDesk): Promise<void> {
  const { disk } = desk.machine;
  const mark = markOf(own);
  const begun = await disk.stat(mark).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!begun) return;
  // One that was cut off was written before anything else.
  const noted = read(closing, parseJson(await disk.readFile(mark, 'utf8')));
  if (noted && noted.head === (await headOf(own, desk))) {
    const left = await findLeft(own, noted.head, { before: new Set(noted.before), since: begun.mtimeMs }, desk);
    if (left.length > 0) {
      const message = 'Documents of an item that was not closed to the end';
      const ref = await keepLeft(own, noted.head, left, { kind: 'half-closings', message }, desk);
      await restoreLeft(own, noted.head, left, desk);
      desk.warn(
        `the item was not closed in ${own.top}: documents changed since that began were restored (${left.map((one) => one.path).join(', ')}); what was there is kept in ${ref}`,
      );
    }
  }
  await disk.unlink(mark);
}

async function headOf(own: GitRepository, { machine, signal }: Desk): Promise<string | undefined> {
  return orRefused(await machine.git.refs(own, signal)).head.commit;
}

/** Documents of the project that were changed since then. */
async function findLeft(
  own: GitRepository,
  head: string,
  { before, since }: { readonly before: ReadonlySet<string>; readonly since: number },
  { machine, signal }: Desk,
): Promise<readonly Change[]> {
  const { paths } = await configurationAt(machine, own.folder);
  const relative = relativeTo(own.prefix);
  const changed = (await uncommitted(machine, own, signal)).filter(
    (file) => !before.has(file) && documentKindOf(relative(file), paths) !== undefined,
  );
  if (changed.length === 0) return [];
  const listed = await repositoryGit(machine, own, signal)(['ls-tree', '-r', '-z', '--full-tree', head]);
  const modes = new Map(
    fieldsOf(listed).map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, noMode.length)]),
  );
  const left: Change[] = [];
  for (const file of changed) {
    const stats = await machine.disk.lstat(path.join(own.top, file)).catch((error: unknown) => {
      if (isErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (stats && (!stats.isFile() || stats.mtimeMs < since)) continue;
    const after = !stats ? noMode : (stats.mode & 0o100) === 0 ? '100644' : '100755';
    left.push({ path: file, before: modes.get(file) ?? noMode, after });
  }
  return left;
}
