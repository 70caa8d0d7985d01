import type { DocumentKind } from '../../documents/document.js';
import { type ItemId, parseItemId } from '../../documents/itemId.js';
import { entryTraces } from '../../trace/entryTraces.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';

/** What has to be read to know which ids are taken, and by which prefix the new one is named. */
export const kindsWithIds = [
  'spec',
  'testCase',
  'board',
  'archive',
  'pactkitConfig',
] as const satisfies readonly DocumentKind[];

/** An id nothing has yet, and what it follows. */
export interface NextId {
  readonly id: string;
  readonly number: number;
  /** The id with the highest number so far, and where it is; undefined if there is none. */
  readonly highest?: { readonly id: string; readonly where: string };
}

/** More digits than these stand for a day or another tracker's key; in commits and branches people write such. */
const mostDigits = { documents: 15, git: 6 } as const;

/**
 * The next item id. All types share the numbers of a prefix, so that BUG-001 and STORY-001 are never both there; ids on the board,
 * in the archive, of branches (of remotes, too), in commit messages and in other worktrees are taken as well.
 *
 * @param prefix the developer's, written in any letter case: file systems may not tell them apart.
 * @throws Refused (`unreadable`) if a document that may name ids cannot be read: it is never treated as an empty one.
 */
export async function nextId(
  { project, itemsElsewhere }: Pick<OperationWorkspace, 'project' | 'itemsElsewhere'>,
  type: ItemId['type'],
  prefix: string | undefined,
): Promise<NextId> {
  requireReadable(project);
  let highest: { readonly id: string; readonly where: string; readonly number: number } | undefined;
  const elsewhere = (await itemsElsewhere()).map((one) => ({ ...one, digits: mostDigits.documents }));
  for (const { id, where, digits } of [...takenIds(project), ...elsewhere]) {
    const parsed = parseItemId(id);
    if (!parsed || parsed.number.length > digits) continue;
    if (parsed.prefix?.toLowerCase() !== prefix?.toLowerCase()) continue;
    const number = Number(parsed.number);
    if (!highest || number > highest.number) highest = { id, where, number };
  }
  const files = new Set(project.documents.map(({ path }) => stemOf(path)));
  const idOf = (number: number): string =>
    [type, ...(prefix === undefined ? [] : [prefix]), String(number).padStart(3, '0')].join('-');
  let number = (highest?.number ?? 0) + 1;
  // A file whose name is no id, for its letter case, would be in the way.
  while (files.has(idOf(number).toLowerCase())) number++;
  return { id: idOf(number), number, ...(highest ? { highest: { id: highest.id, where: highest.where } } : {}) };
}

/** Of test cases the names of the files are enough. */
function requireReadable(project: Project): void {
  for (const { path, problems } of (['spec', 'board', 'archive'] as const).flatMap((kind) => project.ofKind(kind))) {
    const problem = problems.find(({ kind }) => kind === 'unreadable');
    if (problem)
      throw new Refused('unreadable', `cannot tell which ids are taken in ${path}. ${problem.message}`, [path]);
  }
}

interface TakenId {
  readonly id: string;
  readonly where: string;
  readonly digits: number;
}

function takenIds(project: Project): readonly TakenId[] {
  const inDocuments = (id: string, where: string): TakenId => ({ id, where, digits: mostDigits.documents });
  const inGit = (where: string) => (id: string) => ({ id, where, digits: mostDigits.git });
  const history = project.git?.history;
  return [
    ...project
      .ofKind('spec')
      .flatMap(({ item, model, path }) =>
        [item, model.title?.id?.value].flatMap((id) => (id === undefined ? [] : [inDocuments(id, path)])),
      ),
    ...project.ofKind('testCase').flatMap(({ item, path }) => (item === undefined ? [] : [inDocuments(item, path)])),
    ...[...project.ofKind('board'), ...project.ofKind('archive')].flatMap((document) =>
      entryTraces(document).map(({ id }) => inDocuments(id, document.path)),
    ),
    ...(history?.branches ?? []).flatMap(({ name, remote, items }) =>
      items.map(inGit(`branch ${remote === undefined ? name : `${remote}/${name}`}`)),
    ),
    ...(history?.worktrees ?? []).flatMap(({ path, items }) => items.map(inGit(`worktree ${path}`))),
    ...(history?.commits ?? []).flatMap(({ hash, items }) => items.map(inGit(`commit ${hash.slice(0, 8)}`))),
  ];
}

/** The name of a spec or test case in lower case, without what is behind the id. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(/(?:_case)?(?:\.feature)?(?:\.md)?$/, '');
}
