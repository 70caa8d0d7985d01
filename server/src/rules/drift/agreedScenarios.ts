import type { ParsedDocument } from '../../documents/document.js';
import type { Step } from '../../documents/steps.js';
import type { Scenario } from '../../documents/testCase/testCase.js';
import { memoFor } from '../../base/memo.js';
import type { Span } from '../../markdown/span.js';
import { contentHash } from '../../base/contentHash.js';
import { type AgreedScenario, type AgreedSpec, frozenHash } from '../../workspace/recordedItems.js';
import { mainKeyword } from '../support/steps.js';
import { wordsOf } from './whatWasAgreed.js';

type TestCaseDocument = ParsedDocument<'testCase'>;

/** A scenario that was agreed and does not say that any more. */
export interface LostScenario {
  readonly name: string;
  /** Where one of that name is now; undefined if it is gone. */
  readonly now?: { readonly document: TestCaseDocument; readonly place: Span };
}

/** What the scenarios of test cases are known by, so that changes can be found later. */
export function agreedScenarios(testCases: readonly TestCaseDocument[]): readonly AgreedScenario[] {
  return testCases.flatMap((document) =>
    scenariosOf(document).map(({ name, hashes: [hash = ''] }) => ({ name, hash })),
  );
}

/** The agreed scenarios that no scenario stands for any more; those that came since are not looked at. */
export function lostScenarios(
  agreed: readonly AgreedScenario[],
  testCases: readonly TestCaseDocument[],
): readonly LostScenario[] {
  const now = testCases.flatMap((document) => scenariosOf(document).map((scenario) => ({ document, ...scenario })));
  const standing = new Set(now.flatMap(({ hashes }) => hashes));
  return agreed
    .filter(({ hash }) => !standing.has(hash))
    .map(({ name }) => {
      const found = now.find((one) => one.name === name);
      return found ? { name, now: found } : { name };
    });
}

interface KnownScenario {
  readonly name: string;
  readonly place: Span;
  /** What it says; then what it says with the last outcome left out, with the last two, and so on: it asks for all of these. */
  readonly hashes: readonly string[];
}

const scenariosOf: (document: TestCaseDocument) => readonly KnownScenario[] = memoFor(({ text, model }) =>
  model.scenarios.flatMap((scenario) => [toKnown(text, scenario), ...rowsOf(text, scenario)]),
);

function toKnown(text: string, scenario: Scenario): KnownScenario {
  const { steps, background = [], headingSpan, span, form, name } = scenario;
  const start = Math.max(headingSpan.end, span.start);
  const said = form === 'gherkin' ? withoutGherkinComments : (part: string) => part;
  const wordsIn = (from: number, to: number): readonly string[] =>
    wordsOf(said(withoutExamples(text, from, to, scenario)));
  // Without steps, what is agreed is the title; with steps another title changes nothing.
  const around = [
    ...citesOf(scenario),
    ...background.flatMap((step) => wordsOf(text.slice(step.span.start, endOf(step)))),
    ...(steps.length === 0 ? wordsOf(name.value) : []),
  ];
  const last = steps.at(-1);
  const tail = last ? wordsIn(endOf(last), span.end) : [];
  return {
    ...nameOf(scenario),
    hashes: [
      hashOf([...around, ...wordsIn(start, span.end)]),
      ...outcomesAtEnd(steps).map((step) => hashOf([...around, ...wordsIn(start, step.span.start), ...tail])),
    ],
  };
}

/** A step's text may be below its keyword. */
function endOf({ span, text }: Step): number {
  return Math.max(span.end, text.span.end);
}

function withoutExamples(text: string, from: number, to: number, { examples }: Scenario): string {
  let rest = '';
  let at = from;
  for (const { span } of examples.filter(({ span: { start, end } }) => start >= from && end <= to)) {
    rest += text.slice(at, span.start);
    at = span.end;
  }
  return rest + text.slice(at, Math.max(at, to));
}

/** Each row of the examples on its own, as more of them ask for more. */
function rowsOf(text: string, scenario: Scenario): readonly KnownScenario[] {
  const { steps, examples } = scenario;
  const { name, place } = nameOf(scenario);
  const about = [...citesOf(scenario), ...(steps[0] ? wordsOf(steps[0].text.value) : [])];
  return examples.flatMap(({ span }) => {
    const lines = text.slice(span.start, span.end).split(/\r\n|\n|\r/u);
    const [head, ...rows] = lines
      .filter((line) => line.trim().startsWith('|') && wordsOf(line).length > 0)
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .join('|'),
      );
    return rows.map((row) => ({
      name: `${name}, row ${wordsOf(row).join(' ')}`,
      place,
      hashes: [hashOf([...about, head ?? '', row])],
    }));
  });
}

function nameOf({ id, name, headingSpan }: Scenario): Pick<KnownScenario, 'name' | 'place'> {
  return { name: id?.value ?? name.value, place: id?.span ?? headingSpan };
}

function citesOf({ cites }: Scenario): readonly string[] {
  return cites.map(({ value }) => value).sort();
}

/** The outcomes at the end, the last first: with one of them left out less is asked for. What a `But` takes back stays. */
function outcomesAtEnd(steps: readonly Step[]): readonly Step[] {
  const condition = steps.findLastIndex((step) => ['Given', 'When'].includes(mainKeyword(step) ?? ''));
  const first = steps.findIndex(({ keyword }, index) => index > condition && keyword === 'Then');
  const but = steps.findLastIndex(({ keyword }) => keyword === 'But');
  return first < 0 ? [] : steps.slice(Math.max(first, but + 1)).reverse();
}

function withoutGherkinComments(text: string): string {
  return text.replace(/^[ \t]*#(?!#).*$/gmu, '');
}

function hashOf(words: readonly string[]): string {
  return contentHash(words.join(' ')).slice(0, 16);
}

/** What a person who agrees to an item's documents as they are now agrees to: the spec, and the scenarios where those are lost. */
export function agreementNow(
  spec: ParsedDocument<'spec'>,
  testCases: readonly TestCaseDocument[],
  agreed: AgreedSpec | undefined,
): string {
  const isLost = lostScenarios(agreed?.scenarios ?? [], testCases).length > 0;
  const scenarios = agreedScenarios(testCases).map(({ hash }) => hash);
  return isLost ? [frozenHash(spec), scenarios.join(',')].join('+') : frozenHash(spec);
}

/**
 * What an agreed text stands for.
 *
 * @param name as {@link agreementNow} makes it.
 * @returns `scenarios`: their hashes; undefined if it is about the spec alone.
 */
export function readAgreement(name: string): { readonly hash: string; readonly scenarios?: readonly string[] } {
  const [hash = '', scenarios] = name.split('+');
  return scenarios === undefined ? { hash } : { hash, scenarios: scenarios.split(',').filter((one) => one !== '') };
}
