import { isTestPath } from '../../code/languageOf.js';
import { isSourcePath } from '../../code/otherSyntaxes.js';
import { projectFileNames } from '../../code/runners/detectRunner.js';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';

/** Folders that hold what tests need besides themselves. */
const supportFolders =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress|fixtures?|testdata|test[-_]?data|__fixtures__|__mocks__|__snapshots__|testing|test[-_](?:support|utils|helpers))\//iu;
const supportNames =
  /(?:^|\/)(?:conftest\.py|(?:setup[-_.]?tests?|test[-_.]?setup|(?:vitest|jest|mocha)[-_.]setup|test[-_.]?(?:utils?|helpers?))\.\w+|[^/]+\.snap)$/iu;

/** Whether a file serves tests only: one of a test folder, a fixture, a snapshot, what sets tests up. */
export function isTestSupport(path: string): boolean {
  return isTestPath(path) || supportFolders.test(path) || supportNames.test(path);
}

/** Whether a file says how tests are built and run, and nothing of what the product does. */
export function isRunnerFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    projectFileNames.has(name) ||
    /^(?:tsconfig[\w.-]*\.json|babel\.config\.\w+|\.babelrc(?:\.\w+)?|\.swcrc|go\.sum|Cargo\.lock|[\w.-]+\.config\.[cm]?[jt]s)$/u.test(
      name,
    )
  );
}

/** Whether a file is source code of what is made, as far as its path tells: no test, nothing that only serves or runs tests, no types alone. */
export function isProductSource(path: string): boolean {
  return (
    !path.startsWith('../') &&
    isSourcePath(path) &&
    !isTestSupport(path) &&
    !isRunnerFile(path) &&
    !/\.d\.[cm]?ts$/u.test(path) &&
    !isBelowFolderNotLookedInto(path)
  );
}
