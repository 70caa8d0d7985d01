import type { TestFunction } from '../sourceFile.js';
import { type CodeFile, tokenFrom } from './codeFile.js';
import type { TestStretch } from './layout.js';
import { indicesOf, plainCode } from './plainCode.js';

/** The names of a test's suites and its own. */
export function fullName({ suites, name }: TestFunction): string {
  return [...suites.map((suite) => suite.name.value), name.value].join(' > ');
}

/** Labels that only say what a test is of. */
const sayingOnly =
  /^(?:@(?:Tag|DisplayName|Epic|Feature|Story)\b|\[(?:Trait|Category|Description|TestCategory)\b|["']|[rbfuRBFU]{1,2}["']|@pytest\.mark\.(?!skip|xfail|parametrize|usefixtures|timeout|flaky|asyncio|django_db|filterwarnings))/u;

/**
 * Tokens of a test as it reads to a machine, without its name and without what only labels it.
 *
 * @param indices those to read: all of its own, or fewer.
 */
export function plainTest(code: CodeFile, { test }: TestStretch, indices: readonly number[]): string {
  const { tokens } = code;
  const left = [
    test.name.span,
    ...test.labels.filter(({ value }) => sayingOnly.test(value)).map(({ span }) => span),
  ].map(({ start, end }) => ({ first: tokenAt(code, start), last: tokenFrom(tokens, end) - 1 }));
  return plainCode(
    code,
    indices.filter((index) => !left.some(({ first, last }) => first <= index && index <= last)),
  ).join(' ');
}

/** The token an offset is in: the name of a test may be within quotes. */
function tokenAt({ tokens }: CodeFile, offset: number): number {
  const at = tokenFrom(tokens, offset);
  return at > 0 && tokens.at(at - 1).end > offset ? at - 1 : at;
}

/** What groups tests and does nothing else. */
const grouping =
  /^(?:await |export |public |abstract |static |final |sealed |internal |pub |@ \w+ |# \[ cfg \( test \) \] )*(?:(?:describe|suite|context|fdescribe|fcontext|test|it|RSpec)\b(?! (?:\. )?(?:each|for|skipIf|runIf|only|skip|if|todo))|class |module |mod |namespace |record |interface |impl |shared_examples)/u;

/** What is around a test besides its suites: conditions, loops, tables. */
export function headsOf(code: CodeFile, { heads, test }: TestStretch): readonly string[] {
  const names = new Set(test.suites.map(({ name }) => tokenAt(code, name.span.start)));
  return heads
    .map((head) =>
      plainCode(
        code,
        indicesOf(head).filter((index) => !names.has(index)),
      ).join(' '),
    )
    .filter((head) => /\w/u.test(head) && !grouping.test(head));
}
