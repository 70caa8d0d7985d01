// Which tests a change can break, by what they load.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importsOf, loadedBesideRegistries, loadedBy } from './importGraph.mjs';
import { repository } from './repository.mjs';
import { testsByProject } from './testProjects.mjs';

/** What many tests use, and none is about. */
const support = path.join(repository, 'test/support');

/**
 * Of the tests that start no programs all that load a changed file; where they do so only as one of all in its room, through the
 * registry, the ones of that room and those that are about all. Of the tests that start programs, which take longer and load nearly
 * everything, the ones that are about it: that import it themselves, or where no test does, two that are named after the same.
 * @param {readonly string[]} changed paths from the root
 * @returns {{ tests: readonly string[], left: number }} paths from the root; left: how many more load it, and are for `npm test`
 */
export function relatedTests(changed) {
  const { wide, ...others } = testsByProject();
  const files = new Set(changed.map((name) => path.join(repository, name)).filter((file) => existsSync(file)));
  const touches = (/** @type {Iterable<string>} */ loaded) => [...loaded].some((one) => files.has(one));
  const fixtures = changed.flatMap((name) => /^test\/(fixtures\/\w+)\//u.exec(name)?.[1] ?? []);
  const readsFixture = (/** @type {ReadonlySet<string>} */ loaded) =>
    fixtures.length > 0 &&
    [...loaded].some((one) => {
      if (!one.startsWith(path.join(repository, 'test'))) return false;
      const text = readFileSync(one, 'utf8');
      return fixtures.some((fixture) => text.includes(fixture));
    });
  const rooms = changed.flatMap((name) => /^server\/src\/(\w+)\//u.exec(name)?.[1] ?? []);
  const narrow = [...others.pure, ...others.mocked].filter((name) => {
    const loaded = loadedBy(path.join(repository, name));
    return touches(loaded) || readsFixture(loaded);
  });
  const tests = narrow.filter(
    (name) =>
      rooms.some((room) => name.startsWith(`test/unit/${room}/`)) ||
      !touches(loadedBy(path.join(repository, name))) ||
      touches(loadedBesideRegistries(path.join(repository, name))),
  );
  const about = wide.filter((name) => {
    const file = path.join(repository, name);
    return files.has(file) || importsOf(file).some((one) => files.has(one) && !one.startsWith(support));
  });
  const reached = wide.filter((name) => touches(loadedBy(path.join(repository, name))));
  const chosen = tests.length + about.length > 0 ? about : namedLike(reached, changed).slice(0, 2);
  return { tests: [...tests, ...chosen], left: narrow.length - tests.length + reached.length - chosen.length };
}

/**
 * Those with a word in common with a changed file, the ones with the most first.
 * @param {readonly string[]} tests
 * @param {readonly string[]} changed
 */
function namedLike(tests, changed) {
  const words = (/** @type {string} */ name) =>
    new Set(name.split(/[^a-zA-Z]+|(?=[A-Z])/u).map((word) => word.toLowerCase()));
  const wanted = changed.map(words);
  const common = new Map(
    tests.map((name) => {
      const own = [...words(name)].filter((word) => !['', 'test', 'ts'].includes(word));
      return [name, Math.max(0, ...wanted.map((some) => own.filter((word) => some.has(word)).length))];
    }),
  );
  const shared = (/** @type {string} */ name) => common.get(name) ?? 0;
  return tests.filter((name) => shared(name) > 0).sort((a, b) => shared(b) - shared(a));
}
