import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';

/** What is installed beside the sources and not in git: linked as a whole. `node_modules` is linked piece by piece. */
const linkedWhole = [
  '.venv',
  'venv',
  'virtualenv',
  'vendor',
  'bower_components',
  '.yarn',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  // What tests know of the machine.
  '.env',
  '.env.local',
  '.env.test',
  '.env.test.local',
];

const modules = 'node_modules';

/** Windows lets everybody make links of this type, to folders only; elsewhere it means nothing. */
const linkType = 'junction';

/** What tools keep in `node_modules` of earlier runs. */
const caches: ReadonlySet<string> = new Set(['.cache', '.vite', '.vite-temp', '.vitest']);

/**
 * Makes what is installed in a worktree there in a copy of it, too: at every level, by links. A package of the project's own
 * workspace becomes a link to the copy's sources; otherwise the copy would be tested with sources that it does not have.
 *
 * @param from the top of the worktree, @param to that of the copy; both absolute, with all links followed.
 * @returns what was made, relative to the copy: links, and folders of links.
 */
export async function linkDependencies(machine: Machine, from: string, to: string): Promise<readonly string[]> {
  const made: string[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const there = new Set(await names(machine, path.join(from, folder)));
    const { entries } = await machine.files.list(path.join(to, folder));
    const own = new Set(entries.map(({ name }) => name));
    if (there.has(modules) && !own.has(modules)) {
      await linkModules(machine, path.join(from, folder), path.join(to, folder), from, to);
      made.push(path.join(folder, modules));
    }
    for (const name of linkedWhole)
      if (there.has(name) && !own.has(name)) {
        await machine.disk
          .symlink(path.join(from, folder, name), path.join(to, folder, name), linkType)
          .catch(() => undefined);
        made.push(path.join(folder, name));
      }
    for (const entry of entries) {
      const inside = path.join(folder, entry.name);
      if (entry.kind === 'folder' && !isBelowFolderNotLookedInto(entry.name)) waiting.push(inside);
    }
  }
  if ((await names(machine, to)).includes(modules)) return made;
  // A worktree within another one finds the packages of that one.
  for (let above = path.dirname(from); above !== path.dirname(above); above = path.dirname(above))
    if ((await names(machine, above)).includes(modules)) {
      await linkModules(machine, above, to, above, to);
      return [...made, modules];
    }
  return made;
}

/** @param top the worktree that the packages belong to, @param copy its copy. */
async function linkModules(machine: Machine, owner: string, target: string, top: string, copy: string): Promise<void> {
  const source = path.join(owner, modules);
  const link = async (inside: string): Promise<void> => {
    const real = await machine.disk.realpath(path.join(source, inside)).catch(() => undefined);
    if (real === undefined) return;
    const fromTop = path.relative(top, real);
    const isOwn = !fromTop.startsWith('..') && !path.isAbsolute(fromTop) && !fromTop.split(path.sep).includes(modules);
    await machine.disk
      .symlink(isOwn ? path.join(copy, fromTop) : real, path.join(target, modules, inside), linkType)
      .catch(() => undefined);
  };
  await machine.disk.mkdir(path.join(target, modules));
  for (const name of await names(machine, source)) {
    if (caches.has(name)) continue;
    if (!name.startsWith('@')) {
      await link(name);
      continue;
    }
    await machine.disk.mkdir(path.join(target, modules, name));
    for (const inside of await names(machine, path.join(source, name))) await link(path.join(name, inside));
  }
}

/** What a folder holds; nothing if there is none. */
async function names(machine: Machine, folder: string): Promise<string[]> {
  return (await machine.files.list(folder)).entries.map(({ name }) => name);
}
