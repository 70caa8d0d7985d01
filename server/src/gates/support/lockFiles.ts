import type { WorkChange } from '../../workspace/work/work.js';

/** The lock files of package managers, by name, with the names of the manifests that they follow from. */
const manifests: ReadonlyMap<string, RegExp> = new Map([
  ['package-lock.json', /^package\.json$/u],
  ['npm-shrinkwrap.json', /^package\.json$/u],
  ['yarn.lock', /^package\.json$/u],
  ['pnpm-lock.yaml', /^package\.json$/u],
  ['bun.lock', /^package\.json$/u],
  ['bun.lockb', /^package\.json$/u],
  ['deno.lock', /^deno\.jsonc?$/u],
  ['Cargo.lock', /^Cargo\.toml$/u],
  ['go.sum', /^go\.mod$/u],
  ['poetry.lock', /^pyproject\.toml$/u],
  ['uv.lock', /^pyproject\.toml$/u],
  ['pdm.lock', /^pyproject\.toml$/u],
  ['Pipfile.lock', /^Pipfile$/u],
  ['Gemfile.lock', /^Gemfile$/u],
  ['composer.lock', /^composer\.json$/u],
  ['gradle.lockfile', /^build\.gradle(?:\.kts)?$/u],
  ['packages.lock.json', /\.csproj$/u],
]);

/**
 * Whether a file is the lock file of one of the manifests: beside it, or above it as that of a workspace.
 *
 * @param within paths that belong to the work, manifests among them.
 */
export function isLockFileOf(path: string, within: readonly string[]): boolean {
  const slash = path.lastIndexOf('/') + 1;
  const manifest = manifests.get(path.slice(slash));
  if (!manifest) return false;
  const folder = path.slice(0, slash);
  return within.some((one) => one.startsWith(folder) && manifest.test(one.slice(one.lastIndexOf('/') + 1)));
}

export function isLockFile(path: string): boolean {
  return manifests.has(path.slice(path.lastIndexOf('/') + 1));
}

/** The lines that name the version of the format or of the tool, as each of them has them, and nowhere else in it. */
const formats: ReadonlyMap<string, RegExp> = new Map([
  ['package-lock.json', /^(?: {1,4}|\t)"lockfileVersion": \d+,?$/u],
  ['npm-shrinkwrap.json', /^(?: {1,4}|\t)"lockfileVersion": \d+,?$/u],
  // What is in `__metadata`, where packages have versions of three numbers.
  ['yarn.lock', /^ {2}(?:version: \d+|cacheKey: \w+)$/u],
  ['pnpm-lock.yaml', /^lockfileVersion: ['"]?[\d.]+['"]?$/u],
  ['bun.lock', /^ {2}"lockfileVersion": \d+,?$/u],
  ['deno.lock', /^ {2}"version": "\d+",?$/u],
  ['Cargo.lock', /^version = \d+$/u],
  ['poetry.lock', /^lock-version = "[\d.]+"$/u],
  ['uv.lock', /^(?:version|revision) = \d+$/u],
  ['pdm.lock', /^lock_version = "[\d.]+"$/u],
  ['composer.lock', /^ {4}"plugin-api-version": "[\d.]+",?$/u],
  ['packages.lock.json', /^ {2}"version": \d+,?$/u],
]);
const blankOrComment = /^\s*(?:#.*)?$/u;

/** Where a lock file says that a package comes from. */
const sources =
  /(?:\b(?:resolved|source|registry|tarball|remote|from)\b["']?\s*[:=]?\s*(?:\{\s*\w+\s*=\s*)?|\burl\s*=\s*)["']?(?:\w+\+)?([a-z][a-z+.-]*:\/\/[^\s"',}]*)/giu;

/** What package managers ask unless they were told otherwise. */
const usualSources =
  /^https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.jsr\.io|github\.com\/rust-lang\/crates\.io-index|index\.crates\.io|pypi\.org|files\.pythonhosted\.org|rubygems\.org|api\.nuget\.org|repo\.maven\.apache\.org)(?:\/|$)/u;

/**
 * Whether a change of a lock file is a toolchain's own doing, which no manifest has to follow: it made one where there was none of any
 * for a manifest that is there, with packages from the usual places alone, or it wrote what was there again in its own format.
 *
 * @param exists whether there is a file; paths are relative to the project root.
 */
export function isToolchainsOwn(
  { path, kind, before, after }: Pick<WorkChange, 'path' | 'kind' | 'before' | 'after'>,
  exists: (path: string) => boolean,
): boolean {
  const slash = path.lastIndexOf('/') + 1;
  const manifest = manifests.get(path.slice(slash));
  if (!manifest) return false;
  const isBeside = (name: string): boolean => exists(path.slice(0, slash) + name);
  if (kind === 'added') {
    const locks = [...manifests].flatMap(([name, of]) => (String(of) === String(manifest) ? [name] : []));
    return (
      manifestNames.some((name) => manifest.test(name) && isBeside(name)) &&
      !locks.some((name) => name !== path.slice(slash) && isBeside(name)) &&
      after !== undefined &&
      Array.from(after.matchAll(sources), ([, source]) => source ?? '').every((source) => usualSources.test(source))
    );
  }
  const format = formats.get(path.slice(slash));
  return (
    kind === 'modified' &&
    before !== undefined &&
    after !== undefined &&
    packagesOf(before, format) === packagesOf(after, format)
  );
}

const manifestNames = [
  'package.json',
  'deno.json',
  'Cargo.toml',
  'go.mod',
  'pyproject.toml',
  'Pipfile',
  'Gemfile',
  'composer.json',
  'build.gradle',
  'build.gradle.kts',
];

function packagesOf(text: string, format: RegExp | undefined): string {
  return text
    .split(/\r?\n/u)
    .filter((line) => !blankOrComment.test(line) && !format?.test(line))
    .join('\n');
}
