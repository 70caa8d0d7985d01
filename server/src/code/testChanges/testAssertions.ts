import { memoEach } from '../../base/memo.js';
import type { SourceFile, TestFunction } from '../sourceFile.js';
import type { Assertion } from './assertion.js';
import { blocksOf } from './blocks.js';
import { type CodeFile, codeOf } from './codeFile.js';
import { dialects } from './dialects.js';
import { flawOf } from './flaws.js';
import { layoutOf, type TestStretch } from './layout.js';
import { ownMock } from './ownMock.js';
import { readAssertions } from './readAssertions.js';
import type { Flaw, TestCode } from './testCode.js';
import { assertingNames } from './assertingNames.js';

/** An assertion of a test, with why it cannot fail where it cannot. */
export interface TestAssertion extends Assertion {
  readonly flaw?: Flaw;
}

/** What a test asserts. */
export interface TestAssertions {
  /** In the order of the text. */
  readonly all: readonly TestAssertion[];
  /** Those that can make it fail. */
  readonly sound: readonly TestAssertion[];
  /** Why it can never fail, as half a sentence about it; undefined if it can. */
  readonly cannotFail?: string;
}

/**
 * What a test asserts, by reading it alone: whether a callback is ever called, or a helper of another file asserts, is not known,
 * so both count as if they did. @returns undefined if the file's language is not read, or the test is not of the file.
 */
export function assertionsOf(file: SourceFile, test: TestFunction): TestAssertions | undefined {
  const code = codeOf(file);
  const stretch = code && layoutOf(code).tests.find((one) => one.test === test);
  return code && stretch ? assertionsIn(code, stretch) : undefined;
}

const kept = memoEach<TestStretch, { readonly code: CodeFile }, TestAssertions>();

/** @see assertionsOf */
export function assertionsIn(code: CodeFile, stretch: TestStretch): TestAssertions {
  return kept(stretch, { code }, () => readTest(code, stretch));
}

function readTest(code: CodeFile, stretch: TestStretch): TestAssertions {
  const asserting = assertingNames(code);
  const blocks = blocksOf(code);
  const test: TestCode = { code, stretch, blocks, asserting };
  const read = readAssertions(code, stretch.own, asserting);
  const mocked = ownMock(code, stretch, read);
  const all = read.map((assertion): TestAssertion => {
    const flaw = flawOf(test, assertion) ?? mocked.get(assertion);
    return flaw ? { ...assertion, flaw } : assertion;
  });
  const sound = all.filter(({ flaw }) => !flaw);
  return { all, sound, ...verdictOn(test, all, sound) };
}

function verdictOn(
  { code, stretch }: TestCode,
  all: readonly TestAssertion[],
  sound: readonly TestAssertion[],
): Pick<TestAssertions, 'cannotFail'> {
  if (sound.length > 0) return {};
  const [first] = all;
  if (first?.flaw)
    return {
      cannotFail:
        all.length === 1
          ? `its only assertion ${first.flaw.why}`
          : `its first assertion ${first.flaw.why}, and the other ${all.length - 1} cannot fail either`,
    };
  if (mayHoldTests(code, stretch)) return {};
  return { cannotFail: isEmpty(code, stretch) ? 'its body is empty' : 'it asserts nothing' };
}

/** What holds other tests, or is declared to fail, asserts by them, or by that. */
function mayHoldTests({ tokens, language, file }: CodeFile, { first, last, own, test }: TestStretch): boolean {
  if (own.length < last - first + 1) return true;
  const declaration = file.text.slice(test.span.start, test.span.end);
  switch (language) {
    case 'rust':
      return /#\[should_panic|quickcheck|\?\s*;|->\s*\w*Result/u.test(declaration);
    case 'java':
      return /@Test\([^)]*expected|\bexpectedException\b|@(?:Property|ArchTest|TestFactory)\b/u.test(declaration);
    case 'csharp':
      return /\[ExpectedException/u.test(declaration);
    case 'go':
      return /^Fuzz/u.test(test.name.value) || tokens.is(last, ',') || test.span.end === test.name.span.end;
    default:
      return false;
  }
}

function isEmpty({ tokens, language }: CodeFile, { own }: TestStretch): boolean {
  const calls = own.filter((at) => tokens.is(at, '(')).length;
  if (dialects[language].indents) {
    const last = own.at(-1) ?? -1;
    return calls <= 1 && (tokens.at(last).kind === 'string' || /^(?:pass|\.)$/u.test(tokens.read(last)));
  }
  const last = own.findLast((at) => tokens.is(at, '}') || tokens.is(at, 'end'));
  return last !== undefined && (tokens.is(last - 1, '{') || tokens.is(last - 1, 'do'));
}
