import { memoFor } from '../../base/memo.js';
import { isTestPath } from '../languageOf.js';
import type { Asserting } from './assertion.js';
import { functionsOf } from './functions.js';
import type { CodeFile } from './codeFile.js';
import { importsOf } from './imports.js';
import { indicesOf, type Stretch } from './plainCode.js';
import { readAssertions } from './readAssertions.js';

/** Whether a module that a test file imports looks like help for tests, not like what they test. */
function isTestHelp(path: string, module: string): boolean {
  const isNear = module.startsWith('.');
  return (
    /(?:^|[/._-])(?:test(?:s|ing|-?utils?|-?helpers?)?|spec|support|helpers?|fixtures?|conftest|mocks?|check\w*|assert\w*|expect\w*|oracle\w*)(?=$|[/._-]|[A-Z])/u.test(
      module,
    ) ||
    (isNear &&
      isTestPath(path) &&
      /^\.\//u.test(module) &&
      isTestPath(`${path.slice(0, path.lastIndexOf('/') + 1)}${module.slice(2).replace(/\.js$/u, '.ts')}`))
  );
}

/** What is known of the names a file uses: by what their declarations in it do, or as help imported for tests. */
export const assertingNames = memoFor((code: CodeFile): Asserting => {
  const names = new Set(
    [...importsOf(code)].filter(([, module]) => isTestHelp(code.file.path, module)).map(([name]) => name),
  );
  const declared = functionsOf(code);
  const idle = new Set(declared.filter(({ body }) => callsNothing(code, body)).map(({ name }) => name));
  const asserting: Asserting = (name) => names.has(name) || (idle.has(name) ? false : undefined);
  // What calls a helper is one: as deep as anybody writes them.
  for (let round = 0, size = -1; round < 3 && size !== names.size; round++) {
    size = names.size;
    for (const { name, body } of declared)
      if (!names.has(name) && readAssertions(code, indicesOf(body), asserting).length > 0) names.add(name);
  }
  return asserting;
});

function callsNothing({ tokens }: CodeFile, { first, last }: Stretch): boolean {
  for (let at = first; at <= last; at++) if (tokens.is(at, '(') || tokens.is(at, '!')) return false;
  return true;
}
