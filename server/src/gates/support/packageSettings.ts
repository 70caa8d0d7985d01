/** Programs that run tests, or measure them, as packages. */
const runners =
  /^(?:vitest|@vitest\/.+|jest|jest-.+|@jest\/.+|ts-jest|mocha|chai|ava|tap|c8|nyc|karma|jasmine|cypress|@playwright\/test|uvu|tape|node-tap)$/u;
const runnerKeys = ['jest', 'vitest', 'mocha', 'c8', 'nyc', 'ava', 'tap'];
const dependencyKeys = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'resolutions'];
/** A version that is a place: of what stands there anybody can make anything. */
const place = /^(?:file|link|portal|npm|git\S*|https?|github|patch|\.{0,2}\/)[:/]|^\.{1,2}\//u;

/**
 * What a package.json says of how tests are run, by name: the scripts that test or measure tests, the runners' own settings, and runners that come
 * from another place than the registry. Everything else of it is free.
 *
 * @returns undefined for a text that is no JSON, or no object.
 */
export function packageSettings(text: string): ReadonlyMap<string, string> | undefined {
  const read = record(parse(text));
  if (!read) return undefined;
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(record(read['scripts']) ?? {}))
    if (/^(?:pre|post)?(?:test|coverage)/u.test(name)) found.set(`the script "${name}"`, JSON.stringify(value));
  for (const key of runnerKeys) if (read[key] !== undefined) found.set(`"${key}"`, JSON.stringify(read[key]));
  const pnpm = record(record(read['pnpm'])?.['overrides']);
  for (const versions of [...dependencyKeys.map((key) => record(read[key])), pnpm])
    for (const [name, version] of Object.entries(versions ?? {}))
      if (runners.test(name) && typeof version === 'string' && place.test(version))
        found.set(`where ${name} comes from`, version);
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
