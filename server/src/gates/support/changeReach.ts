import { isTestPath, languageOf } from '../../code/languageOf.js';
import type { ModuleGraph } from '../../code/modules/moduleGraph.js';
import { folderOf } from '../../code/modules/modulePlaces.js';
import { groupBy } from '../../base/groupBy.js';
import { isRunnerFile, isTestSupport } from './productFiles.js';
import { isProse, isShared } from '../../rules/support/usualFiles.js';

/** What has to be tested again because of one file. */
interface FileReach {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** `skip`: nothing. `impact`: the tests that it reaches. `full`: everything. */
  readonly scope: 'skip' | 'impact' | 'full';
  /** Half a sentence without full stop. */
  readonly why: string;
  /** Test files, in path order. */
  readonly tests: readonly string[];
}

/** What has to be tested again because of a change. */
export interface ChangeReach {
  readonly scope: FileReach['scope'];
  readonly files: readonly FileReach[];
  /** All test files that are reached, in path order; for `full` they are not all that has to run. */
  readonly tests: readonly string[];
}

const people =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS|\.gitignore|\.gitattributes|\.editorconfig|\.mailmap)$/iu;
const pictures = /\.(?:png|jpe?g|gif|svg|ico|webp|pdf|drawio|mmd)$/iu;
const builds =
  /(?:^|\/)(?:Makefile|GNUmakefile|justfile|Rakefile|CMakeLists\.txt|Dockerfile[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|BUILD(?:\.bazel)?|WORKSPACE|\.tool-versions|\.nvmrc|\.python-version|rust-toolchain(?:\.toml)?|[\w.-]+\.(?:csproj|fsproj|sln|gemspec|cabal)|Directory\.\w+\.props)$/u;
const pipelines =
  /^\.(?:github\/(?:workflows|actions)|circleci|buildkite)\/|(?:^|\/)(?:\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml|\.travis\.yml)$/u;

/**
 * Which tests a change can break: by who imports what; a file with unknown importers selects all tests.
 *
 * @param changed relative to the root, with `/`; those that are gone, too.
 */
export function reachOfChange(changed: readonly string[], graph: ModuleGraph): ChangeReach {
  const reach = createReach(graph);
  const files = changed.map((path) => reachOfFile(path, graph, reach));
  const scope = files.some((file) => file.scope === 'full')
    ? 'full'
    : files.some((file) => file.scope === 'impact')
      ? 'impact'
      : 'skip';
  return { scope, files, tests: [...new Set(files.flatMap(({ tests }) => tests))].sort() };
}

/** The test files that a file reaches, itself among them: what only helps tests is imported by one. */
type Reach = (path: string) => readonly string[];

function reachOfFile(path: string, graph: ModuleGraph, reach: Reach): FileReach {
  const tests = reach(path);
  const all = (why: string): FileReach => ({ path, scope: 'full', why, tests });
  if (builds.test(path) || isRunnerFile(path)) return all('it says how the project is built or tested');
  if (pipelines.test(path)) return all('it says what CI does');
  if (isShared(path) && !isProse(path)) return all('it says what the project depends on');
  if (isTestPath(path)) return { path, scope: 'impact', why: 'it is a test', tests };
  if (graph.unread.includes(path)) return all('its imports cannot be read');
  if (languageOf(path) !== undefined || graph.importersOf(path).length > 0)
    return tests.length > 0
      ? {
          path,
          scope: 'impact',
          why: `${String(tests.length)} test ${tests.length === 1 ? 'file reaches' : 'files reach'} it`,
          tests,
        }
      : isTestSupport(path)
        ? all('it is for tests, and nothing says for which')
        : { path, scope: 'impact', why: 'no test reaches it by imports', tests };
  if (isTestSupport(path)) return all('it is for tests, and nothing says for which');
  if (isForPeople(path)) return { path, scope: 'skip', why: 'people alone read it', tests: [] };
  return all('nothing says who reads it');
}

/** Prose below source code may be what a program reads: a prompt, a template. */
function isForPeople(path: string): boolean {
  if (people.test(path) || pictures.test(path)) return true;
  return (isProse(path) || path.endsWith('.txt')) && !/(?:^|\/)(?:src|lib|app|prompts?|templates?)\//u.test(path);
}

/** Follows who imports whom. Files of a Go package see each other without that. */
function createReach(graph: ModuleGraph): Reach {
  const goPackages = groupBy(
    graph.files.filter((one) => one.endsWith('.go')),
    folderOf,
  );
  const nextTo = (path: string): readonly string[] =>
    path.endsWith('.go') && !isTestPath(path) ? (goPackages.get(folderOf(path)) ?? []) : [];
  return (path) => {
    const reached = new Set([path]);
    // A set also yields what is added to it while it is walked through.
    for (const one of reached) for (const next of [...graph.importersOf(one), ...nextTo(one)]) reached.add(next);
    return [...reached].filter((one) => isTestPath(one) && graph.importersOf(one).length === 0).sort();
  };
}

/** The test files of a source file: those that reach it by imports, else those that are called after it. */
export function testsOf(
  path: string,
  paths: readonly string[],
  graph: ModuleGraph,
): { readonly by: 'imports' | 'name' | 'none'; readonly tests: readonly string[] } {
  const tests = createReach(graph)(path).filter((one) => one !== path);
  if (tests.length > 0) return { by: 'imports', tests };
  const stem = stemOf(path);
  const named = paths.filter(
    (one) => one !== path && isTestPath(one) && languageOf(one) === languageOf(path) && stemOf(one) === stem,
  );
  return { by: named.length > 0 ? 'name' : 'none', tests: named };
}

/** `cart` for `cart.ts`, `cart.test.ts`, `test_cart.py`, `cart_test.go` and `CartTest.java`. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/u, '');
  return name.replace(/[._-](?:test|spec)s?$|^test[_-]|(?<=[a-z])(?:Tests?|Spec|IT)$/u, '').toLowerCase();
}
