import { posix } from 'node:path';
import { languageFacts } from '../../code/languageFacts.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { functionBodiesOf } from '../../syntax/functionBodiesOf.js';
import { type Mock, mocksOf } from '../../syntax/mocksOf.js';
import type { Syntax } from '../../syntax/openSyntax.js';
import { type Call, type Outline, outlineOf } from '../../syntax/outlineOf.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import { isProductSource } from './productFiles.js';

/** A mock that is where the thing under test should. */
export interface MockedProduct {
  readonly file: SourceFile;
  readonly mock: Mock;
  /** The changed source file that is replaced. */
  readonly source: string;
}

/** A test file with what it imports, calls and mocks. */
interface ReadFile {
  readonly file: SourceFile;
  readonly outline: Outline;
  readonly mocks: readonly Mock[];
}

/**
 * The mocks in some test files that replace what the work changed, so that the tests do not run it: a module that the same file
 * calls, or that no other test runs; a function of a Python module that the work changed and the test calls. A module that only helps
 * the one under test may be mocked, as may a name that a module has from elsewhere.
 *
 * @param files the test files that the work changed.
 * @param others all test files there are.
 */
export async function mockedProduct(
  syntax: Syntax,
  work: Work,
  files: readonly SourceFile[],
  others: readonly SourceFile[],
): Promise<readonly MockedProduct[]> {
  const sources = work.changes.filter(({ path, kind }) => kind !== 'deleted' && isProductSource(path));
  const found: MockedProduct[] = [];
  for (const file of files.filter(({ text }) => mayMock.test(text))) {
    const read = await readFile(syntax, file);
    for (const mock of read?.mocks ?? []) {
      const source = sources.find(({ path }) => isModule(file, mock.module, path));
      if (!read || !source) continue;
      const replaces = isDotted(file)
        ? runsName(read, mock) && (await changes(syntax, source, mock.names))
        : runsIt(read, mock) || (mock.names.length === 0 && !(await isRunElsewhere(syntax, file, source, others)));
      if (replaces) found.push({ file, mock, source: source.path });
    }
  }
  return found;
}

/** Whatever is read as a mock has one of these words; most test files have none, and an outline takes long. */
const mayMock = /mock|patch|spy/iu;

async function readFile(syntax: Syntax, file: SourceFile): Promise<ReadFile | undefined> {
  const { path, text } = file;
  const outline = await outlineOf(syntax, path, text);
  return (
    outline && {
      file,
      outline,
      mocks: (await syntax.read(path, text, (...at) => mocksOf(...at, outline.bindings))) ?? [],
    }
  );
}

/** Whether its imports name files with dots. */
function isDotted({ language }: SourceFile): boolean {
  return language !== undefined && languageFacts[language].imports === 'dotted';
}

/** Whether a module, as a file names it, is the one at a path. */
export function isModule(file: SourceFile, module: string, source: string): boolean {
  const plain = source.replace(/\.\w+$/u, '').replace(/\/(?:index|__init__)$/u, '');
  if (isDotted(file)) return `/${plain}`.endsWith(`/${module.replace(/^\.+/u, '').replaceAll('.', '/')}`);
  if (!module.startsWith('.'))
    return `/${plain}`.endsWith(module.replace(/^[@~]?\/?/u, '/').replace(/\.\w+$/u, '')) && /^[@~]?\//u.test(module);
  const named = posix.normalize(posix.join(posix.dirname(file.path), module)).replace(/\.[cm]?[jt]sx?$/u, '');
  return named === plain || named === source.replace(/\.\w+$/u, '');
}

/** Whether the tests of a file call what they mock: imported itself, or with the module it is in, as in `sum.total(…)`. */
function runsIt(read: ReadFile, mock: Mock): boolean {
  const { module, names } = mock;
  const own = new Set(read.outline.bindings.filter(({ from }) => from === module).map(({ local }) => local));
  return callsBeside(read, mock).some(
    ({ name, on }) => own.has(on ?? name) && (names.length === 0 || names.includes(name)),
  );
}

/** In Python, where a module has many names: what only helps the function that a test calls may be patched. */
function runsName(read: ReadFile, mock: Mock): boolean {
  return callsBeside(read, mock).some(({ name }) => mock.names.includes(name));
}

/** The calls where a mock holds: in its test, or in the whole file if it is in none. What only says what a mock returns does not count. */
function callsBeside({ file, outline: { calls } }: ReadFile, { start, end }: Mock): readonly Call[] {
  // A decorator is right above its test.
  const own = file.tests.find(
    ({ span }) =>
      (span.start <= start && end <= span.end) ||
      (end <= span.start &&
        /^\s*@/mu.test(beforeOnLine(file.text, start)) &&
        !/\n\s*\n/u.test(file.text.slice(end, span.start))),
  )?.span;
  const lines = own && file.lines.rangeOf(own);
  const isBeside = ({ line }: Call): boolean => !lines || (lines.start.line <= line && line <= lines.end.line);
  return calls.filter((call) => call.how !== 'passed' && !/^mock[A-Z]/u.test(call.name) && isBeside(call));
}

function beforeOnLine(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at) + 1, at);
}

/** Whether another test file takes the module as it is. */
async function isRunElsewhere(
  syntax: Syntax,
  own: SourceFile,
  source: WorkChange,
  others: readonly SourceFile[],
): Promise<boolean> {
  for (const file of others) {
    const isIt = (module: string): boolean => isModule(file, module, source.path);
    const read = file.path === own.path ? undefined : await readFile(syntax, file);
    if (read?.outline.imports.some(({ from }) => isIt(from)) && !read.mocks.some(({ module }) => isIt(module)))
      return true;
  }
  return false;
}

/** Whether the work changed one of these functions. */
async function changes(
  syntax: Syntax,
  { path, before, after }: WorkChange,
  names: readonly string[],
): Promise<boolean> {
  const bodies = async (text = ''): Promise<ReadonlyMap<string, string>> => {
    const found = (await syntax.read(path, text, functionBodiesOf)) ?? [];
    return new Map(found.map((body) => [body.name, body.text]));
  };
  const [was, is] = [await bodies(before), await bodies(after)];
  return names.some((name) => is.has(name) && was.get(name) !== is.get(name));
}
