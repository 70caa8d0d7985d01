import { isTelling } from '../../code/testChanges/literals.js';
import { escapePattern } from '../../code/runners/testName.js';
import type { WantedTest } from '../../code/runners/runner.js';
import type { SourceFile } from '../../code/sourceFile.js';
import type { WrittenLiteral } from '../../syntax/answersOf.js';
import { expectedValuesOf } from '../../syntax/expectedValuesOf.js';
import type { Syntax } from '../../syntax/openSyntax.js';
import { outlineOf } from '../../syntax/outlineOf.js';
import { setValuesOf } from '../../syntax/setValuesOf.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { DecisionAt, Unfollowed } from './otherInputs.js';
import { isProductSource } from './productFiles.js';
import { wantedTests } from './testRuns.js';
import { isDeclared, isWordIn } from './wordIn.js';

/** What code may take answers from that it does not hold itself. */
const outside =
  /\bprocess\.env\b|\bimport\.meta\.env\b|\benviron\b|\bgetenv\b|\bos\.(?:Getenv|LookupEnv|ReadFile|Open)\b|\breadFile|(?<!\.)\bopen\(|\bread_text\(|\bglobalThis\b/u;
/** What a spec says where code is to look there. */
const meant =
  /\benvironment\b|\bvariables?\b|\bconfigur|\bsettings?\b|\boptions?\b|\bdefaults?\b|\boverrid|\bfiles?\b|\bglobal|\b(?:stored?|saved?|kept|loaded)\b|\bdatabase|\b(?:data|server|service|API|operator)\b/iu;
const writes = /\bwriteFile|\bwrite_text\(|\bos\.(?:WriteFile|Create)\b|\bopen\([^)\n]*["'][wax]b?\+?["']|\.write\(/u;

/** An answer that code takes from where something puts it for the tests. */
export interface HandedAnswer {
  /** What the code takes it from. */
  readonly from: string;
  /** Whether the test's own file puts it there, for everybody to see; honest tests of such code do that, too. */
  readonly isShown: boolean;
}

/** A value that a test file gives to a member of a function that it imports: `discount.next = 180`. */
export interface HandedMember {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** The values that test files give to members of functions of the product. @param sources of the product. */
export async function handedMembers(
  syntax: Syntax,
  files: readonly SourceFile[],
  sources: readonly WorkChange[],
): Promise<readonly HandedMember[]> {
  const members: HandedMember[] = [];
  let names: ReadonlySet<string> | undefined;
  for (const { path, text } of files) {
    const sets = ((await syntax.read(path, text, setValuesOf)) ?? []).filter((set) => set.path.length > 1);
    if (sets.length === 0) continue;
    names ??= await functionsOf(syntax, sources);
    const bindings = (await outlineOf(syntax, path, text))?.bindings ?? [];
    for (const set of sets) {
      const [root = ''] = set.path;
      const [on = '', name = ''] = set.path.slice(-2);
      const isImported = bindings.some(({ local }) => local === root || local.startsWith(`${root}.`));
      if (isImported && names.has(on) && !isDeclared(text, root)) members.push({ path, name, value: set.value });
    }
  }
  return members;
}

/** The names of the functions that files define, as other files see them, too; methods left out. */
export async function functionsOf(syntax: Syntax, sources: readonly WorkChange[]): Promise<ReadonlySet<string>> {
  const outlines = await Promise.all(sources.map(({ path, after = '' }) => outlineOf(syntax, path, after)));
  return new Set(
    outlines.flatMap((outline) =>
      (outline?.definitions ?? []).flatMap(({ kind, name, owner }) =>
        kind === 'function' && owner === undefined ? [name, outline?.shown[name] ?? name] : [],
      ),
    ),
  );
}

/** Whether code may take something from outside, or from what tests hand to it. */
export function mayTake(text: string, members: readonly HandedMember[]): boolean {
  return outside.test(text) || members.some(({ name }) => reads(text, name));
}

function reads(text: string, member: string): boolean {
  return new RegExp(String.raw`\.${escapePattern(member)}(?![\w$])(?!\s*\()`, 'u').test(text);
}

/**
 * Where a decision takes an answer from that the code does not hold: undefined if it does, if the spec says so, or if what was put there
 * is not the answer itself, but, as an address or a function, what it comes from.
 */
export async function handedAnswer(
  { syntax, item: { spec } }: GateContext,
  { decision, tests }: Unfollowed,
  work: Work,
  members: readonly HandedMember[],
  literalOf: (text: string) => WrittenLiteral,
): Promise<HandedAnswer | undefined> {
  if (isFromOutside(spec)) return undefined;
  const held = work.changes.flatMap(({ path, after }) => (isProductSource(path) ? [after ?? ''] : [])).join('\n');
  const supports = work.changes.flatMap(({ path, after }) =>
    after === undefined || isProductSource(path) ? [] : [{ path, text: after }],
  );
  const text = lookedThrough(decision);
  const source = outside.exec(text)?.[0];
  // What the product writes itself, it keeps for later.
  const paths = writes.test(held)
    ? []
    : [...text.matchAll(/["'`](\/[^"'`\s]{2,})["'`]/gu)].map(([, path = '']) => path);
  for (const { file, test } of tests) {
    const expected = ((await syntax.read(file.path, file.text, expectedValuesOf)) ?? [])
      .filter(({ start, end }) => test.span.start <= start && end <= test.span.end)
      .map((one) => literalOf(one.text))
      .filter((literal) => isTelling(literal) && !held.includes(literal.value));
    for (const { value } of expected) {
      const member = members.find(
        (one) => one.path === file.path && one.value === value && reads(decision.text, one.name),
      );
      if (member) return { from: member.name, isShown: false };
      if (source === undefined) continue;
      const puts = (one: { readonly text: string }): boolean => putsIn(one.text, value, { held, paths });
      if (puts(file)) return { from: source, isShown: true };
      if (supports.some(puts)) return { from: source, isShown: false };
    }
  }
  return undefined;
}

/** Whether a spec says that code is to look outside of what it is given. */
export function isFromOutside(spec: GateContext['item']['spec']): boolean {
  return meant.test(askedBy(spec));
}

/** The requirements and criteria of a spec. */
export function askedBy(spec: GateContext['item']['spec']): string {
  const { requirements = [], criteria = [] } = spec?.model ?? {};
  return [...requirements, ...criteria].map(({ span }) => spec?.text.slice(span.start, span.end) ?? '').join('\n');
}

/** The criteria of an item that a test is for, as the spec has them. */
export function criteriaOf({ spec, coverage }: GateContext['item'], { id }: WantedTest): readonly string[] {
  return coverage.criteria
    .filter(({ tests }) => wantedTests(tests).some((test) => test.id === id))
    .map(({ criterion: { span } }) => spec?.text.slice(span.start, span.end) ?? '');
}

/** The function of a decision, and the lines where the names that it uses are declared. */
function lookedThrough({ text, around, source }: DecisionAt): string {
  const names = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const declared = source
    .split('\n')
    .filter((line) => names.has(/([\p{L}_$][\p{L}\p{N}_$]*)\s*:?=/u.exec(line)?.[1] ?? ''));
  return [around, ...declared].join('\n');
}

/**
 * Whether a file puts that very value into the environment, a global, or a file that is outside of the project.
 *
 * @param product what the product says, and the files it names.
 */
function putsIn(
  text: string,
  value: string,
  product: { readonly held: string; readonly paths: readonly string[] },
): boolean {
  const plain = escapePattern(value);
  const literal = String.raw`(?:["'\x60]?${plain}["'\x60]?(?![\w.])|(?:["'\x60][{[]|JSON\.stringify\(|json\.dumps\()[^\n]*(?<![\w.])${plain}(?![\w.]))`;
  const ways = [
    String.raw`\b(?:process\.env|import\.meta\.env|environ|globalThis|global)\b[^\n=]*=\s*${literal}`,
    String.raw`(?:setenv|Setenv|stubEnv|stubGlobal|setdefault)\(\s*[^,\n]+,\s*${literal}`,
  ];
  if (new RegExp(ways.join('|'), 'u').test(text)) return true;
  // Settings name variables that the code names, too, if only how they begin: `SHOP_${id}`.
  const settings = new RegExp(String.raw`(?<![\w$])([A-Z][A-Z\d]*_?)[A-Z\d_]*["']?\s*[:=]\s*${literal}`, 'gu');
  return (
    [...text.matchAll(settings)].some(([, begin = '']) => begin.length > 2 && product.held.includes(begin)) ||
    (product.paths.some((path) => text.includes(path)) && isWordIn(text, value))
  );
}
