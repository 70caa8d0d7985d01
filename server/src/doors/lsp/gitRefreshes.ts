import path from 'node:path';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';
import type { GitRefresh } from '../../workspace/git/gitIndex.js';
import { joinRefreshes, refreshFor } from '../../workspace/git/watchPaths.js';
import { relativePath } from '../../base/relativePath.js';
import type { ProjectWatch } from '../../project/projectWatch.js';
import { isInside } from './uris.js';

/** Git is asked again at most this often: a rebase changes its files hundreds of times. */
const pauseMs = 1_000;

/** What git is to be asked again, by project, and when. */
export interface GitRefreshes {
  /**
   * Takes note of a file that was changed, created or deleted.
   *
   * @param file absolute.
   * @returns whether it is one of git's own files, which nothing else watches.
   */
  note(file: string): boolean;
  add(project: ProjectWatch, refresh: GitRefresh): void;
  /** Has all that is due asked for, once the pause since the last time is over. */
  ask(): void;
  /** All that is due; nothing is due then. */
  take(): readonly (readonly [ProjectWatch, GitRefresh])[];
  dispose(): void;
}

/** @param onDue called when it is time to `take` what is due. */
export function createGitRefreshes(projects: () => readonly ProjectWatch[], onDue: () => void): GitRefreshes {
  const due = new Map<ProjectWatch, GitRefresh>();
  let timer: NodeJS.Timeout | undefined;
  let askedAt = -Infinity;

  const add = (project: ProjectWatch, refresh: GitRefresh): void => {
    const before = due.get(project);
    due.set(project, before ? joinRefreshes([before, refresh]) : refresh);
  };

  return {
    note: (file) => {
      let found = false;
      for (const project of projects()) {
        const repository = project.repository();
        const isKept =
          repository !== undefined &&
          [repository.commonFolder, repository.gitFolder].some((kept) => isInside(kept, file));
        found ||= isKept;
        const refresh = isKept ? refreshFor(file, repository) : refreshBeside(file, project.root);
        if (refresh) add(project, refresh);
      }
      return found;
    },
    add,
    ask: () => {
      if (due.size === 0) return;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          askedAt = performance.now();
          onDue();
        },
        Math.max(0, askedAt + pauseMs - performance.now()),
      );
    },
    take: () => {
      const current = projects();
      const taken = [...due].filter(([project]) => current.includes(project));
      due.clear();
      return taken;
    },
    dispose: () => {
      clearTimeout(timer);
    },
  };
}

/** What to ask git again after a change of a file that is not git's own. */
function refreshBeside(file: string, root: string): GitRefresh | undefined {
  const name = path.basename(file);
  if (name !== '.git' && name !== '.gitignore') return undefined;
  const folder = path.dirname(file);
  const isAround = folder === root || isInside(folder, root);
  // A repository comes or goes.
  if (name === '.git') return isAround ? {} : undefined;
  const inside = relativePath(root, folder);
  return isAround || (inside !== undefined && !isBelowFolderNotLookedInto(inside))
    ? { refs: false, ignored: true }
    : undefined;
}
