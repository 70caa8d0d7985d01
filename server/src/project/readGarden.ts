import { isProductSource, isTestSupport } from '../gates/support/productFiles.js';
import type { Flaw } from '../reports/flaws.js';
import { deadImportsOf, type ImportedName } from '../syntax/deadImportsOf.js';
import { type EmptyHandler, emptyHandlersOf } from '../syntax/emptyHandlersOf.js';
import { type FunctionBody, functionBodiesOf } from '../syntax/functionBodiesOf.js';
import { type Grammar, grammarOf } from '../syntax/grammar.js';
import { openSyntax, type Syntax } from '../syntax/openSyntax.js';
import type { Machine } from '../workspace/machine.js';
import { type CodeFolder, codeTexts } from './codeFolder.js';
import { staleCanonicals } from './staleCanonicals.js';

/** A source file, and what a patrol looks at. */
export interface GardenFile {
  readonly path: string;
  readonly grammar: Grammar;
  readonly text: string;
  readonly deadImports: readonly ImportedName[];
  readonly emptyHandlers: readonly EmptyHandler[];
  readonly functions: readonly FunctionBody[];
}

/** Files that a program wrote, or that tests read: cleaning them up by hand is pointless. */
function isMade(file: string, text: string): boolean {
  return (
    /\.min\.[cm]?js$|(?:^|\/)(?:vendor|third[-_]party|generated|__generated__|fixtures?|__fixtures__|testdata)\/|_pb2(?:_grpc)?\.py$|\.pb\.go$/u.test(
      file,
    ) ||
    // Programs of others that a page loads.
    /(?:^|\/)(?:docs?|site|website)\/(?:.*\/)?(?:assets|static|_static|javascripts?|libs?)\//u.test(file) ||
    /@generated\b|\bDO NOT EDIT\b|\bauto-?generated\b/iu.test(text.slice(0, 1_500)) ||
    text.split('\n', 2_000).some((line) => line.length > 2_000)
  );
}

/** Whether a file was built beside the one that it was built from: `cart.cjs` beside `cart.js`. */
function isBuilt(file: string, known: ReadonlySet<string>): boolean {
  const [, stem, ending] = /^(.*)\.(cjs|mjs|js)$/u.exec(file) ?? [];
  if (stem === undefined) return false;
  const sources = ending === 'js' ? ['ts', 'tsx', 'mts'] : ['js', 'ts', 'mts', 'cts'];
  return sources.some((one) => known.has(`${stem}.${one}`));
}

/**
 * Reads the source code of a folder, one file after the other.
 *
 * @param wanted which files, relative; all without it.
 * @throws the signal's reason once it is aborted.
 */
export async function readGarden(
  machine: Machine,
  { root, paths }: Pick<CodeFolder, 'root' | 'paths'>,
  signal: AbortSignal,
  wanted: (file: string) => boolean = () => true,
): Promise<readonly GardenFile[]> {
  const textOf = await codeTexts(machine, root);
  const syntax = openSyntax(machine.self.grammars);
  const found: GardenFile[] = [];
  const known = new Set(paths);
  for (const file of paths) {
    if (grammarOf(file) === undefined || !wanted(file) || isBuilt(file, known)) continue;
    signal.throwIfAborted();
    const text = await textOf(file);
    if (text === undefined || isMade(file, text)) continue;
    const one = await readFile(syntax, file, text);
    if (one) found.push(one);
  }
  return found;
}

function readFile(syntax: Syntax, file: string, text: string): Promise<GardenFile | undefined> {
  return syntax.read(file, text, (root, grammar) => ({
    path: file,
    grammar,
    text,
    // What does not parse tells nothing for certain.
    deadImports: root.hasError ? [] : deadImportsOf(file, text, root, grammar),
    emptyHandlers: root.hasError ? [] : emptyHandlersOf(root, text, grammar),
    functions: functionBodiesOf(root, grammar),
  }));
}

/** What there is to weed in source code. */
export function weedsOf(files: readonly GardenFile[]): readonly Flaw[] {
  const taken = takenByOthers(files);
  return [
    ...files.flatMap((file) => [...deadImports(file, taken), ...emptyHandlers(file)]),
    ...duplicates(files),
    ...staleCanonicals(files),
  ];
}

function deadImports({ path: file, grammar, deadImports: names }: GardenFile, taken: ReadonlySet<string>): Flaw[] {
  return names
    .filter(({ name }) => grammar !== 'python' || !taken.has(`${stemOf(file)} ${name}`))
    .map(({ name, line }) => ({
      check: 'dead-import',
      severity: 'warning',
      path: file,
      line,
      message: `${name} is imported and not used`,
      next: 'Remove the import',
    }));
}

function stemOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/u, '');
}

/** What Python files take from one another: an import can be there for others. */
function takenByOthers(files: readonly GardenFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { grammar, text } of files) {
    if (grammar !== 'python') continue;
    for (const [, module = '', round, plain] of text.matchAll(/^\s*from\s+(\S+)\s+import\s+(?:\(([^)]*)\)|(.*))$/gmu))
      for (const name of (round ?? plain ?? '').replace(/#.*$/gmu, '').split(','))
        found.add(`${module.split('.').at(-1) ?? ''} ${name.trim().split(/\s/u)[0] ?? ''}`);
  }
  return found;
}

function emptyHandlers({ path: file, emptyHandlers: handlers }: GardenFile): Flaw[] {
  if (isTestSupport(file)) return [];
  return handlers.map(({ line, broad }) => ({
    check: 'empty-handler',
    severity: broad ? 'warning' : 'info',
    path: file,
    line,
    message: broad ? 'This handler ignores every error' : 'This handler ignores an error',
    next: 'Handle it, pass it on, or say in a comment why nothing has to happen',
  }));
}

/** Shorter ones are alike by chance. */
const leastLines = 6;
const leastCharacters = 160;
const leastDone = 80;

/** What is written out again on purpose, so that each can be read alone. */
const apart = /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?)?|docs?|playgrounds?)\//iu;

function duplicates(files: readonly GardenFile[]): readonly Flaw[] {
  const functionsOf = new Map(files.map(({ path: file, functions }) => [file, functions]));
  const groups = new Map<string, { readonly path: string; readonly body: FunctionBody }[]>();
  const texts = new Set<string>();
  for (const { path: file, grammar, text, functions } of files) {
    // A copy of a whole file is built, or kept apart on purpose.
    if (!isProductSource(file) || apart.test(file) || texts.has(text)) continue;
    texts.add(text);
    for (const body of outermost(functions)) {
      const key = `${grammar} ${body.text}`;
      groups.set(key, [...(groups.get(key) ?? []), { path: file, body }]);
    }
  }
  return [...groups.values()].flatMap((group): Flaw[] => {
    const [first, ...all] = group;
    const own = first && functionsOf.get(first.path);
    const others = all.filter(({ path: file }) => own && callSame(first.body, own, functionsOf.get(file) ?? []));
    if (!first || others.length === 0) return [];
    const where = others.map(({ path: file, body }) => `${file}:${String(body.line + 1)}`).join(', ');
    return [
      {
        check: 'duplicate-function',
        severity: 'warning',
        path: first.path,
        line: first.body.line,
        message: `${first.body.name || 'A function'} does the same as ${where}`,
        cause: `${String(first.body.lines)} lines have to be changed in ${String(others.length + 1)} places`,
        next: 'Keep one of them, and call it from the other places',
      },
    ];
  });
}

/** Whether the functions that a body names are alike in both files: else the same words do something else there. */
function callSame({ text }: FunctionBody, own: readonly FunctionBody[], theirs: readonly FunctionBody[]): boolean {
  if (own === theirs) return true;
  const named = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const textsOf = (all: readonly FunctionBody[]): Map<string, string> =>
    new Map(all.flatMap((one) => (named.has(one.name) ? [[one.name, one.text] as const] : [])));
  const other = textsOf(theirs);
  return [...textsOf(own)].every(([name, body]) => (other.get(name) ?? body) === body);
}

/** Long functions, without those inside of one of them: they are alike where it is. */
function outermost(functions: readonly FunctionBody[]): readonly FunctionBody[] {
  const long = functions.filter(
    ({ lines, text, size }) => lines >= leastLines && text.length >= leastCharacters && size >= leastDone,
  );
  return long.filter(
    (inner) => !long.some((outer) => outer !== inner && outer.line <= inner.line && endOf(outer) >= endOf(inner)),
  );
}

function endOf({ line, lines }: FunctionBody): number {
  return line + lines;
}
