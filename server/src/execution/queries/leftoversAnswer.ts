import path from 'node:path';
import { type Stack } from '../../code/stacks.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Answer } from '../../operations/operation.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import { gitOfPaths } from '../../project/gitOfPaths.js';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';
import type { QueryScene } from './query.js';

/** What a stack leaves behind. `certain`: no person gives anything of their own that name. */
interface Trace {
  readonly stack: Stack;
  readonly name: RegExp;
  readonly kind: 'file' | 'folder';
  readonly certain: boolean;
  /** Only beside a file of this name. */
  readonly beside?: RegExp;
}

const traces: readonly Trace[] = [
  {
    stack: 'python',
    name: /^(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache)$/u,
    kind: 'folder',
    certain: true,
  },
  { stack: 'python', name: /\.pyc$/u, kind: 'file', certain: true },
  { stack: 'node', name: /^(?:\.next|\.turbo|\.nyc_output|\.parcel-cache)$/u, kind: 'folder', certain: true },
  { stack: 'node', name: /^(?:dist|coverage)$/u, kind: 'folder', certain: false },
  { stack: 'go', name: /^cover\.(?:out|html)$/u, kind: 'file', certain: true },
  {
    stack: 'java',
    name: /^(?:target|build)$/u,
    kind: 'folder',
    certain: false,
    beside: /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/u,
  },
  { stack: 'java', name: /^\.gradle$/u, kind: 'folder', certain: true },
  { stack: 'rust', name: /^target$/u, kind: 'folder', certain: false, beside: /^Cargo\.toml$/u },
];

/** The one in a folder that git ignores: all in that was installed. */
const cacheOfNode = 'node_modules/.cache';
const mostFolders = 20_000;

/** Caches and build products that git does not track, and those that it does, which stay. */
export async function leftoversAnswer(
  { machine, folder, signal }: QueryScene,
  { stack }: { readonly stack: Stack | undefined },
): Promise<Answer> {
  const { root, repository } = await openCodeFolder(machine, folder, signal);
  if (!repository)
    throw new Refused(
      'not-allowed',
      `${root} is not in a git repository, so it is unknown what may be removed: remove it yourself`,
    );
  const found: { path: string; certain: boolean }[] = [];
  const waiting = [''];
  for (let seen = 0, at = waiting.pop(); at !== undefined && seen < mostFolders; seen++, at = waiting.pop()) {
    signal.throwIfAborted();
    const { entries } = await machine.files.list(path.join(root, ...at.split('/')));
    // Another repository, or another worktree of this one.
    if (at !== '' && entries.some(({ name }) => name === '.git')) continue;
    const files = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
    for (const { name, kind } of entries) {
      const place = at === '' ? name : `${at}/${name}`;
      const trace = traces.find(
        (one) =>
          (stack === undefined || one.stack === stack) &&
          one.kind === kind &&
          one.name.test(name) &&
          (!one.beside || files.some((file) => one.beside?.test(file))),
      );
      if (trace) found.push({ path: place, certain: trace.certain });
      else if (kind === 'folder' && name !== '.pactwright' && !isBelowFolderNotLookedInto(place)) waiting.push(place);
      else if (name === 'node_modules' && kind === 'folder' && at === '' && stack !== 'python')
        if ((await machine.files.kindOf(path.join(root, cacheOfNode))) === 'folder')
          found.push({ path: cacheOfNode, certain: true });
    }
  }
  const sorted = found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const kept = await whatStays(machine, root, sorted, signal);
  const paths = sorted.map((one) => one.path).filter((one) => !kept.has(one));
  return {
    message: [...paths, ...Array.from(kept, ([one, why]) => `${one} stays: ${why}`)].join('\n'),
    data: { root, paths, kept: Array.from(kept, ([one, why]) => ({ path: one, why })) },
  };
}

const folderOf = (place: string): string => path.posix.dirname(place);

/** Why some of them stay, by path. */
async function whatStays(
  machine: QueryScene['machine'],
  root: string,
  found: readonly { readonly path: string; readonly certain: boolean }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  const paths = found.map((one) => one.path);
  const listed = await gitOfPaths(machine, root, ['ls-files', '-z', '--cached'], paths, signal);
  const tracked = listed.split('\0').filter((one) => one !== '');
  const ignored = await machine.git.ignored(root, [...new Set([...paths, ...paths.map(folderOf)])], signal);
  if (ignored.kind !== 'answer') throw new Refused('failed', ignored.message);
  for (const { path: place, certain } of found)
    if (tracked.some((one) => one === place || one.startsWith(`${place}/`))) kept.set(place, 'git tracks files in it');
    else if (ignored.value.has(folderOf(place)) && place !== cacheOfNode)
      kept.set(place, 'git ignores the folder it is in, which may be your own');
    else if (!certain && !ignored.value.has(place)) kept.set(place, 'git does not ignore it, so it may be your own');
  return kept;
}
