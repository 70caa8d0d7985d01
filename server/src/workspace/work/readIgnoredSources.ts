import { languageOf } from '../../code/languageOf.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { defaultBaselinePath } from '../configurationSchema.js';
import { isBelowFolderNotLookedInto } from '../foldersNotLookedInto.js';
import type { GitAnswer, GitRepository, GitStatus, IgnorePattern, WorkGit } from '../ports.js';

/** A source file, or a setting of the project's, that git ignores, and why. */
export interface IgnoredSource {
  /** Relative to the top of the repository. */
  readonly path: string;
  readonly pattern: IgnorePattern;
}

/**
 * The source files that git ignores, except for those in folders where nobody's own source code is, and the project's settings;
 * whatever the pattern, old or new. A folder that is ignored whole stands for itself, as it may be large: it ends with `/`.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function readIgnoredSources(
  { ignored }: Pick<GitStatus, 'ignored'>,
  workGit: WorkGit,
  repository: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly IgnoredSource[]>> {
  const wanted = ignored.filter((path) => (path.endsWith('/') ? isFolderOfSources(path) : isWanted(repository, path)));
  const patterns = await workGit.ignorePatterns(repository, wanted, signal);
  if (patterns.kind !== 'answer') return patterns;
  const found = wanted.flatMap((path) => {
    const pattern = patterns.value.get(path);
    return pattern ? [{ path, pattern }] : [];
  });
  return { kind: 'answer', value: found };
}

/** The same with the files instead of the folders. @throws the signal's reason once it is aborted. */
export async function openFolders(
  workGit: WorkGit,
  repository: GitRepository,
  ignored: readonly IgnoredSource[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly IgnoredSource[]>> {
  const folders = ignored.filter(({ path }) => path.endsWith('/'));
  if (folders.length === 0) return { kind: 'answer', value: ignored };
  const paths = folders.map(({ path }) => path);
  const inside = await workGit.ignoredPaths(repository, paths, signal);
  if (inside.kind !== 'answer') return inside;
  const files = inside.value
    .filter((path) => isWanted(repository, path))
    .flatMap((path) => {
      const folder = folders.find((one) => path.startsWith(one.path));
      return folder ? [{ path, pattern: folder.pattern }] : [];
    });
  return { kind: 'answer', value: [...ignored.filter(({ path }) => !path.endsWith('/')), ...files] };
}

const isSource = (path: string): boolean => languageOf(path) !== undefined && !isBelowFolderNotLookedInto(path);

/** Whether a file says how the project is judged. @param path relative to the top of the repository. */
export function isSetting({ prefix }: GitRepository, path: string): boolean {
  return path === prefix + configurationPath || path === prefix + defaultBaselinePath;
}

/** The same of a file, or of a folder that is ignored whole. */
export function holdsSetting(repository: GitRepository, path: string): boolean {
  return (
    isSetting(repository, path) || (path.endsWith('/') && `${repository.prefix}${configurationPath}`.startsWith(path))
  );
}

const isWanted = (repository: GitRepository, path: string): boolean => isSource(path) || isSetting(repository, path);

const isFolderOfSources = (path: string): boolean => !isBelowFolderNotLookedInto(path.slice(0, -1));

/**
 * Whether a pattern is new since the base.
 *
 * @param before what its file said at the base; undefined if it was not there, or is none that is committed.
 * @param baseAt when the base was committed: what was written before that is not new.
 */
export function isNewPattern(
  { pattern, writtenAt }: IgnorePattern,
  before: string | undefined,
  baseAt: number,
): boolean {
  if (before === undefined) return writtenAt === undefined || writtenAt >= baseAt;
  return !before.split('\n').some((line) => line.trimEnd() === pattern.trimEnd());
}
