import { fieldsOf, parseJson } from '../../base/json.js';
import { patternOf } from '../../code/runners/testName.js';

/** Programs that run tests, or measure them, as packages. */
const runners =
  /^(?:vitest|@vitest\/.+|jest|jest-.+|@jest\/.+|ts-jest|mocha|chai|ava|tap|c8|nyc|karma|jasmine|cypress|@playwright\/test|uvu|tape|node-tap)$/u;
const runnerKeys = ['jest', 'vitest', 'mocha', 'c8', 'nyc', 'ava', 'tap'];
const dependencyKeys = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'resolutions'];
/** A version that is a place: of what is there anybody can make anything. */
const place = /^(?:file|link|portal|npm|git\S*|https?|github|patch|\.{0,2}\/)[:/]|^\.{1,2}\//u;

/**
 * What a package.json says of how tests are run, by name: the scripts that test or measure tests with those that they run, the
 * runners' own settings, and runners that come from another place than the registry. Everything else of it is free.
 *
 * @param called scripts that are run by name from elsewhere; what is none is skipped.
 * @returns undefined for a text that is not JSON, or no object.
 */
export function packageSettings(text: string, called: ReadonlySet<string>): ReadonlyMap<string, string> | undefined {
  const read = fieldsOf(parseJson(text));
  if (!read) return undefined;
  const found = new Map<string, string>();
  for (const [name, value] of testScripts(fieldsOf(read['scripts']) ?? {}, called))
    found.set(`the script "${name}"`, JSON.stringify(value));
  for (const key of runnerKeys) if (read[key] !== undefined) found.set(`"${key}"`, JSON.stringify(read[key]));
  const pnpm = fieldsOf(fieldsOf(read['pnpm'])?.['overrides']);
  for (const versions of [...dependencyKeys.map((key) => fieldsOf(read[key])), pnpm])
    for (const [name, version] of Object.entries(versions ?? {}))
      if (runners.test(name) && typeof version === 'string' && place.test(version))
        found.set(`where ${name} comes from`, version);
  return found;
}

function testScripts(
  scripts: Readonly<Record<string, unknown>>,
  called: ReadonlySet<string>,
): ReadonlyMap<string, unknown> {
  const names = Object.keys(scripts);
  const found = new Map<string, unknown>();
  const todo = names.filter((name) => called.has(name) || /^(?:pre|post)?(?:test|coverage)/u.test(name));
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (!Object.hasOwn(scripts, name) || found.has(name)) continue;
    const script = scripts[name];
    found.set(name, script);
    todo.push(`pre${name}`, `post${name}`, ...calledBy(script, names));
  }
  return found;
}

/** Programs that run scripts by their names. */
const managers = /\b(?:npm|yarn|pnpm|bun|run-s|run-p|npm-run-all|concurrently|node --run)\b/u;

/** Those of the names that a script may call others by, patterns included: `run-s "check:*"`. */
function calledBy(script: unknown, names: readonly string[]): readonly string[] {
  if (typeof script !== 'string' || !managers.test(script)) return [];
  const patterns = script
    .split(/[\s;&|"'()]+|npm:/u)
    .map((word) => new RegExp(`^${patternOf(word.split(/\*+/u))}$`, 'u'));
  return names.filter((name) => patterns.some((pattern) => pattern.test(name)));
}
