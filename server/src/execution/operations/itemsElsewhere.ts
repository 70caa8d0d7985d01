import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { parseItemId } from '../../documents/itemId.js';
import { Refused } from '../../operations/errorCodes.js';
import type { ItemElsewhere } from '../../operations/operation.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Project } from '../../workspace/project.js';
import { relativePath } from '../../base/relativePath.js';

/**
 * The items whose specs are in the other worktrees of the repository, committed or not: their ids are taken, too.
 *
 * @param root of the project: absolute.
 * @throws Refused (`unreadable`) if a folder of documents, here or there, cannot be listed: it is never treated as an empty one.
 */
export async function itemsElsewhere(
  machine: Machine,
  root: string,
  { git }: Pick<Project, 'git'>,
  { paths }: Pick<Configuration, 'paths'>,
): Promise<readonly ItemElsewhere[]> {
  const { files } = machine;
  for (const folder of [paths.specs, paths.testCases, paths.archive])
    await requireListed(machine, path.join(root, ...folder.split('/')));
  const worktrees = git?.history?.worktrees ?? [];
  const real = (await files.realPath(root)) ?? root;
  const own = worktrees
    .filter(({ path: top }) => relativePath(top, real) !== undefined)
    .reduce<string | undefined>((best, { path: top }) => (best && best.length > top.length ? best : top), undefined);
  if (own === undefined) return [];
  const found: ItemElsewhere[] = [];
  for (const { path: top } of worktrees) {
    if (top === own) continue;
    const folder = path.join(top, path.relative(own, real), ...paths.specs.split('/'));
    await requireListed(machine, folder);
    for (const { name } of (await files.list(folder)).entries) {
      const id = path.parse(name).name;
      if (parseItemId(id)) found.push({ id, where: `worktree ${top}` });
    }
  }
  return found;
}

async function requireListed(machine: Machine, folder: string): Promise<void> {
  const why = await machine.disk.whyUnlisted(folder);
  if (why !== undefined)
    throw new Refused(
      'unreadable',
      `cannot tell which ids are taken, because ${folder} cannot be listed (${why}): make it readable`,
    );
}
