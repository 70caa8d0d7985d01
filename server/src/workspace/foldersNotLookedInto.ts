/** Folders that hold what was installed, built or checked out, never source code of one's own. */
export const foldersNotLookedInto: ReadonlySet<string> = new Set(
  (
    '.git .hg .svn node_modules bower_components .yarn .pnpm-store .venv venv virtualenv site-packages __pycache__ .tox .nox ' +
    '.eggs .mypy_cache .pytest_cache .ruff_cache dist build out target vendor coverage .nyc_output .next .nuxt .output ' +
    '.svelte-kit .turbo .parcel-cache .cache .gradle .m2 .mvn .bundle .dart_tool .terraform Pods obj .vs .idea .worktrees ' +
    '.vscode-test .stryker-tmp'
  ).split(' '),
);

/** `bin` alone is a folder for scripts; .NET builds into these two. */
const longerPaths = /(?:^|\/)bin\/(?:Debug|Release)(?:$|\/)|(?:^|\/)\.claude\/worktrees(?:$|\/)/u;
const endsOfLongerPaths: ReadonlySet<string> = new Set(['Debug', 'Release', 'worktrees']);

/** Whether one of the folders of a path (or the path itself) is one that is not searched. @param path with `/`. */
export function isBelowFolderNotLookedInto(path: string): boolean {
  return path.split('/').some((segment) => foldersNotLookedInto.has(segment)) || longerPaths.test(path);
}

/** The same of a path with this name in a folder that is searched. */
export function isNotLookedInto(path: string, name: string): boolean {
  return foldersNotLookedInto.has(name) || (endsOfLongerPaths.has(name) && longerPaths.test(path));
}
