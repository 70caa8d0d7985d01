import { posix } from 'node:path';
import type { SourceFile } from '../../code/sourceFile.js';
import { codeOf } from '../../code/testChanges/codeFile.js';
import { functionsOf } from '../../code/testChanges/functions.js';
import { importsOf } from '../../code/testChanges/imports.js';
import { type Mock, mocksIn } from '../../code/testChanges/mocks.js';
import { indicesOf, plainCode } from '../../code/testChanges/plainCode.js';
import { parseSource } from '../../code/parseSource.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import { isProductSource } from './productFiles.js';

/** A mock that is where the thing under test should. */
export interface MockedProduct {
  readonly file: SourceFile;
  readonly mock: Mock;
  /** The changed source file that is replaced. */
  readonly source: string;
}

/**
 * The mocks in some test files that replace what the work changed, so that the tests do not run it: a module that the same file
 * calls, or that no other test runs; a function of a Python module that the work changed. A module that only helps the one under
 * test may be mocked, as may a name that a module has from elsewhere.
 *
 * @param files the test files that the work changed.
 * @param others all test files there are.
 */
export function mockedProduct(
  work: Work,
  files: readonly SourceFile[],
  others: readonly SourceFile[],
): readonly MockedProduct[] {
  const sources = work.changes.filter(({ path, kind }) => kind !== 'deleted' && isProductSource(path));
  return files.flatMap((file) => {
    const code = codeOf(file);
    return (code ? mocksIn(code) : []).flatMap((mock): readonly MockedProduct[] => {
      const source = sources.find(({ path }) => isModule(file, mock.module, path));
      if (!source) return [];
      const replaces =
        file.language === 'python'
          ? changes(source, mock.names)
          : runsIt(file, mock) || (mock.names.length === 0 && !isRunElsewhere(file, source, others));
      return replaces ? [{ file, mock, source: source.path }] : [];
    });
  });
}

/** Whether a module, as a file names it, is the one at a path. */
function isModule({ path, language }: SourceFile, module: string, source: string): boolean {
  const plain = source.replace(/\.\w+$/u, '').replace(/\/(?:index|__init__)$/u, '');
  if (language === 'python') return `/${plain}`.endsWith(`/${module.replace(/^\.+/u, '').replaceAll('.', '/')}`);
  if (!module.startsWith('.'))
    return `/${plain}`.endsWith(module.replace(/^[@~]?\/?/u, '/').replace(/\.\w+$/u, '')) && /^[@~]?\//u.test(module);
  const named = posix.normalize(posix.join(posix.dirname(path), module)).replace(/\.[cm]?[jt]sx?$/u, '');
  return named === plain || named === source.replace(/\.\w+$/u, '');
}

/** Whether the tests of a file call what they mock. */
function runsIt(file: SourceFile, { module, names }: Mock): boolean {
  const code = codeOf(file);
  if (!code) return false;
  const { tokens } = code;
  const imported = [...importsOf(code)].filter(([, from]) => from === module).map(([name]) => name);
  const own = new Set(imported);
  for (let at = 0; at < tokens.all.length; at++) {
    if (tokens.at(at).kind !== 'word' || !tokens.is(at + 1, '(')) continue;
    const name = tokens.read(at);
    // Imported itself, or with the module it is in: `sum.total(…)`.
    const isImported = tokens.is(at - 1, '.') ? own.has(tokens.read(at - 2)) : own.has(name);
    if (isImported && (names.length === 0 || names.includes(name))) return true;
  }
  return false;
}

/** Whether another test file takes the module as it is. */
function isRunElsewhere(own: SourceFile, source: WorkChange, others: readonly SourceFile[]): boolean {
  return others.some((file) => {
    const code = file.path === own.path ? undefined : codeOf(file);
    if (!code) return false;
    const isNamed = [...importsOf(code).values()].some((module) => isModule(file, module, source.path));
    return isNamed && !mocksIn(code).some(({ module }) => isModule(file, module, source.path));
  });
}

/** Whether the work changed one of these functions. */
function changes({ path, before, after }: WorkChange, names: readonly string[]): boolean {
  const [was, is] = [bodies(path, before), bodies(path, after)];
  return names.some((name) => is.has(name) && was.get(name) !== is.get(name));
}

function bodies(path: string, text: string | undefined): ReadonlyMap<string, string> {
  const code = text === undefined ? undefined : codeOf(parseSource(path, text));
  return new Map(
    (code ? functionsOf(code) : []).flatMap(({ name, body }) =>
      code ? [[name, plainCode(code, indicesOf(body)).join(' ')] as const] : [],
    ),
  );
}
