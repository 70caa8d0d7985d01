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
