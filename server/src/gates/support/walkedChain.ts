import { isTestPath, languageOf } from '../../code/languageOf.js';
import { folderOf } from '../../code/modules/modulePlaces.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { escapePattern } from '../../code/runners/testName.js';
import { droppedCallsOf } from '../../syntax/droppedCallsOf.js';
import { applyEdits } from '../../syntax/stub.js';
import { type CodeIndex, fullName, type Part } from '../../trace/codeGraph/codeIndex.js';
import type { TestTrace } from '../../trace/graph.js';
import type { Work } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { RunOptions } from '../lab.js';
import type { ChainLink, ChainStep } from './callChain.js';
import { type ChangedPart, type StubbedWork, stubWork, withOtherResults } from './stubbedWork.js';
import { judgedTree, wantedTests } from './testRuns.js';
import { codeOnly, hasIdentifier } from './wordIn.js';

/** What the tests that go in at the first step of a chain show of a later step. */
export interface WalkedLink {
  readonly link: ChainLink;
  /**
   * `noticed`: a test fails if it throws. `swallowed`: tests get there, and none fails if it throws, or gives an error. `passedBy`: no test gets there. `idle`: one fails
   * if it throws, and none if it does nothing. `dropped`: the same, and all calls drop the very result that the item’s tests are about.
   */
  readonly how: 'noticed' | 'swallowed' | 'passedBy' | 'idle' | 'dropped';
  readonly entry: string;
  readonly tests: number;
}

/** So many tests are run; those of the item first. */
const mostTests = 40;
/** What stands in for other code may stand in for the step, too. */
const standIn = /mock|stub|fake|spy|patch|double/iu;
/** What tests say where they expect an error, or something that stands for one. */
const wantsError =
  /throw|reject|rais(?:e|ing)|catch|except(?:ion|s)?(?![a-z])|recover|panic|refus|err|fail|invalid|den(?:y|ie)|forbid|abort|crash|\b(?:not?|without|cannot|missing|empty|ok|false|null|undefined|none|nil)\b/iu;
/** What tests of Go say where they expect none. */
const wantsNoError =
  /\b\w+\s*!=\s*nil\s*(?:\|\|[^{\n]*)?\{\s*t\.(?:Error|Fatal)f?\([^\n]*\)\s*\}|\b(?:assert|require)\.(?:NoError|Nil)\([^\n]*\)|\bt\.(?:Error|Fatal)f?\([^\n]*\)|\berr\s*:?=(?!=)/gu;

/**
 * Runs the tests that use the first step of a chain where a later step throws, where it ends the process if none fails, and where it
 * gives an error and does nothing if one does.
 *
 * @param links of one chain; those that nothing can be said of are left out.
 */
export async function walkChain(
  context: GateContext,
  work: Work,
  index: CodeIndex,
  { entry, links }: { readonly entry: ChainStep; readonly links: readonly ChainLink[] },
): Promise<readonly WalkedLink[]> {
  const stubbed = await stubWork(context.syntax, work, context.configuration.paths);
  const steps = links.flatMap((link) => {
    const own = stubbed.parts.filter(({ path, part }) =>
      link.to.parts.some((to) => to.path === path && part.throwing && part.name === fullName(to.definition)),
    );
    return own.length > 0 && link.to !== entry ? [{ link, own }] : [];
  });
  const named = steps.length === 0 ? [] : testsAt(context, index, entry);
  const walk = new ChainWalk(context, work, index, stubbed);
  const tests = named.length === 0 ? [] : await walk.passing(named);
  if (tests.length === 0) return [];
  const walked: WalkedLink[] = [];
  for (const { link, own } of steps)
    walked.push({ link, how: await walk.along(link, own, tests, entry.name), entry: entry.name, tests: tests.length });
  return walked;
}

/** A runner may wait for a process that ended. */
const endLimit = 30_000;

class ChainWalk {
  private readonly context: GateContext;
  private readonly work: Work;
  private readonly index: CodeIndex;
  private readonly stubbed: StubbedWork;

  constructor(context: GateContext, work: Work, index: CodeIndex, stubbed: StubbedWork) {
    this.context = context;
    this.work = work;
    this.index = index;
    this.stubbed = stubbed;
  }

  /** Those that pass, with other texts of files. */
  async passing(
    asked: readonly WantedTest[],
    overlay: ReadonlyMap<string, string> = new Map(),
    options: RunOptions = {},
  ): Promise<readonly WantedTest[]> {
    const place = { kind: 'tree', tree: judgedTree(this.context, this.work), overlay } as const;
    const { results } = await this.context.lab.runTests(asked, place, { isSettled: () => true, ...options });
    return asked.filter(({ id }) => results.get(id)?.status === 'passed');
  }

  /** @param tests that go in at the first step, and pass. */
  async along(
    { to }: ChainLink,
    own: readonly ChangedPart[],
    tests: readonly WantedTest[],
    entry: string,
  ): Promise<WalkedLink['how']> {
    const isUnmoved = async (
      how: (part: ChangedPart) => string,
      options: RunOptions = {},
      asked: readonly WantedTest[] = tests,
    ): Promise<boolean> => {
      const overlay = new Map(own.map((part) => [part.path, how(part)]));
      return (await this.passing(asked, overlay, options)).length === asked.length;
    };
    // Whether tests get there that would notice an error that is handed on.
    const noticing = tests.filter((test) => !mayWantError(test, entry));
    const isReached = async (how: (part: ChangedPart) => string, options?: RunOptions): Promise<boolean> =>
      noticing.length > 0 && !(await isUnmoved(how, options, noticing));
    if (await isUnmoved(throwing)) {
      if (await isUnmoved(ending, { timeLimit: endLimit })) return 'passedBy';
      return (await isReached(ending, { timeLimit: endLimit })) ? 'swallowed' : 'noticed';
    }
    if (own.every(({ part }) => part.refusing) && (await isUnmoved(refusing)))
      return (await isReached(throwing)) ? 'swallowed' : 'noticed';
    if (!(await isUnmoved(({ text, part }) => applyEdits(text, part.neutral)))) return 'noticed';
    return (await this.isDropped(to)) && (await this.isAskedFor(to, own)) ? 'dropped' : 'idle';
  }

  /** Whether all calls in the product drop what it gives; those in files that the work did not change are not read. */
  private async isDropped({ parts }: ChainStep): Promise<boolean> {
    const calls = parts.flatMap(({ definition: { name } }) =>
      [...this.index.files]
        .filter(([path, { outline }]) => !isTestPath(path) && outline.calls.some((call) => call.name === name))
        .map(([path]) => {
          const text = this.work.changes.find((change) => change.path === path)?.after ?? '';
          return this.context.syntax.read(path, text, (...file) => droppedCallsOf(...file, name));
        }),
    );
    const found = await Promise.all(calls);
    return found.length > 0 && found.every((one) => one && one.calls > 0 && one.dropped === one.calls);
  }

  /** Whether a test of the item fails where it gives something else. */
  private async isAskedFor(step: ChainStep, own: readonly ChangedPart[]): Promise<boolean> {
    const tests = testsUsing(this.context.item.tests, this.index, step);
    const overlay = await withOtherResults(this.context.syntax, { ...this.stubbed, parts: own }, 'more');
    return overlay.size > 0 && (await this.passing(tests, overlay)).length < tests.length;
  }
}

function throwing({ text, part }: ChangedPart): string {
  return applyEdits(text, part.throwing ?? []);
}

/** An error as a value, where a language has such. */
function refusing({ text, part }: ChangedPart): string {
  return importingGo(applyEdits(text, part.refusing ?? []), 'Errors');
}

/** Instead of throwing, the process ends, which no handler of errors keeps from anybody. */
function ending({ path, text, part }: ChangedPart): string {
  const process = /\.[cm]?tsx?$/u.test(path) ? '(globalThis as any).process' : 'globalThis.process';
  const edits = (part.throwing ?? []).map((edit) => ({
    ...edit,
    newText: edit.newText
      .replace(/throw new Error\('[^']*'\)/u, `${process}.kill(${process}.pid, 'SIGKILL')`)
      .replace(/raise RuntimeError\('[^']*'\)/u, "__import__('os')._exit(97)")
      .replace(/panic\("[^"]*"\)/u, 'pactwrightOs.Exit(97)'),
  }));
  const changed = applyEdits(text, edits);
  return path.endsWith('.go') ? importingGo(changed, 'Os') : changed;
}

/** On the line of the package, so that no other line moves. */
function importingGo(text: string, name: 'Errors' | 'Os'): string {
  return text.replace(/^package\s+\w+/mu, `$&; import pactwright${name} "${name.toLowerCase()}"`);
}

/** Whether a test may pass with an error that it is given because it wants one, or drops it, as far as its words tell. */
function mayWantError({ file: { path, text }, test: { name, span } }: WantedTest, entry: string): boolean {
  const code = codeOnly(text.slice(span.start, span.end));
  if (!path.endsWith('.go')) return wantsError.test(`${name.value} ${code}`);
  const called = escapePattern(entry.slice(entry.lastIndexOf('.') + 1));
  const drops = new RegExp(String.raw`\b_\s*:?=|^\s*(?:\w+\.)*${called}\(`, 'mu');
  return drops.test(code) || wantsError.test(`${name.value} ${code.replace(wantsNoError, ' ')}`);
}

/** The tests that use a step; none if one of their files has stand-ins. */
function testsAt({ item, trace }: GateContext, index: CodeIndex, step: ChainStep): readonly WantedTest[] {
  const tests = testsUsing([...item.tests, ...trace.tests], index, step).slice(0, mostTests);
  return tests.some(({ file: { text } }) => standIn.test(text)) ? [] : tests;
}

function testsUsing(tests: readonly TestTrace[], index: CodeIndex, { parts }: ChainStep): readonly WantedTest[] {
  const all = tests.filter(({ file: { path, text }, test: { span, skipped } }) => {
    const code = codeOnly(text.slice(span.start, span.end));
    return !skipped && parts.some((part) => uses(code, part) && reaches(index, path, part, text));
  });
  return wantedTests(all);
}

/** Whether code calls or reads a definition, as far as its name tells: not something of its own that is called the same. */
function uses(code: string, { definition: { owner, name } }: Part): boolean {
  if (!hasIdentifier(code, name)) return false;
  const word = String.raw`(?<![\w$])${escapePattern(name)}(?![\w$])`;
  const has = (pattern: string): boolean => new RegExp(pattern, 'u').test(code);
  if (has(String.raw`(?:\.|::|->)\s*${word}${owner === undefined ? String.raw`\s*\(` : ''}`)) return true;
  const isOwn = has(String.raw`\b(?:const|let|var)\s+${word}|${word}\s*:?=(?![=>])`);
  return owner === undefined && !isOwn && has(String.raw`(?<!\.\s*)${word}(?!\s*:(?!:))`);
}

/** What hands on the code of other files. */
const handsOn = /(?:^|\/)(?:index\.\w+|__init__\.py|(?:mod|lib)\.rs)$/u;

/**
 * Whether a file of tests imports the file of a definition, if by way of files that hand it on or help tests. Where code is seen without
 * imports, the definition or its class has to be named.
 */
function reaches({ files }: CodeIndex, from: string, { path, definition }: Part, text: string): boolean {
  const seen = new Set([from]);
  // A set also yields what is added to it while it is walked through.
  for (const one of seen) {
    const file = files.get(one);
    if (one === path || file?.imports.includes(path)) return true;
    if (isTestPath(one) || handsOn.test(one) || file?.outline.bindings.some(({ passes }) => passes))
      for (const next of file?.imports ?? []) seen.add(next);
  }
  switch (languageOf(path)) {
    case 'go':
      return folderOf(from) === folderOf(path);
    case 'java':
    case 'csharp':
    case 'ruby':
      return (
        languageOf(from) === languageOf(path) &&
        hasIdentifier(text, (definition.owner ?? definition.name).split('.')[0] ?? '')
      );
    default:
      return false;
  }
}
