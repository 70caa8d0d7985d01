import { lineBreakOf } from '../../markdown/lines.js';
import { criterionKey } from '../spec/criterionKey.js';
import type { ParsedDocument } from '../document.js';
import type { Criterion } from '../spec/spec.js';
import type { Step } from '../steps.js';
import { stepLine } from '../toFillIn.js';

/**
 * The test case document of a spec, in PactKit's form (formats reference, A4): one scenario per acceptance criterion, with its
 * steps. What a criterion lacks is `TODO`.
 *
 * @param folder of the test cases, relative to the project root.
 * @returns undefined if the spec's file name is no item id, or it has no criterion to write a scenario for.
 */
export function testCaseFor(
  spec: ParsedDocument<'spec'>,
  folder: string,
): { readonly path: string; readonly text: string } | undefined {
  const { item, model } = spec;
  if (item === undefined || model.criteria.length === 0) return undefined;
  const keyOf = criterionKey(model.criteria);
  const title = oneLine(model.title?.text.value ?? '');
  const lines = [
    `# Test Cases: ${item}${title === '' ? '' : ` — ${title}`}`,
    '',
    `> Spec: ${spec.path}`,
    ...model.criteria.flatMap((criterion, index) => ['', ...scenarioFor(criterion, keyOf(criterion), index + 1)]),
    '',
  ];
  return { path: `${folder}/${item}_case.md`, text: lines.join(lineBreakOf(spec.text)) };
}

/** What a scenario is written for: a criterion, or a requirement that has none. */
export type ScenarioSource = Pick<Criterion, 'name' | 'cites' | 'steps'>;

/**
 * The lines of a scenario, its heading first; what its source lacks is `TODO`.
 *
 * @param key how the source is called by others. @see criterionKey
 */
export function scenarioFor(source: ScenarioSource, key: string, number: number): readonly string[] {
  return [
    `## TC-${number}: ${scenarioTitle(source, key)}`,
    '',
    ...stepsOf(source).map(({ keyword, text }) => stepLine(keyword, oneLine(text))),
  ];
}

const citedAtEnd = /\s*\((?:R|AC-?)\d[^()]*\)\s*$/iu;

/** The criterion's name on one line, without what it cites at its end. */
export function criterionTitle({ name }: Pick<Criterion, 'name'>): string {
  return oneLine(name.value.replace(citedAtEnd, ''));
}

/** The criterion's name, and what the scenario shows to be met. */
function scenarioTitle(source: ScenarioSource, id: string): string {
  const { cites } = source;
  const bare = criterionTitle(source);
  // `Scenario 1` is not an id that can be cited.
  const cited = [...new Set([...(/^(?:AC|R)\d/u.test(id) ? [id] : []), ...cites.map(({ value }) => value)])];
  return [bare === '' ? id : bare, ...(cited.length > 0 ? [`(${cited.join(', ')})`] : [])].join(' ');
}

interface WrittenStep {
  readonly keyword: Step['keyword'];
  readonly text: string;
}

const mainKeywords = ['Given', 'When', 'Then'] as const;

/** The criterion's steps; where one of the three kinds is missing, the others in their order and the missing one to write. */
function stepsOf({ steps }: ScenarioSource): readonly WrittenStep[] {
  const written = steps.map(({ keyword, text }): WrittenStep => ({ keyword, text: text.value }));
  if (mainKeywords.every((main) => written.some(({ keyword }) => keyword === main))) return written;
  return mainKeywords.flatMap((main) => {
    const own = written.filter((_, index) => mainOf(written, index) === main);
    return own.length > 0 ? own : [{ keyword: main, text: '' }];
  });
}

/** The kind of a step: And, But and `*` continue the one before. */
function mainOf(steps: readonly WrittenStep[], index: number): string | undefined {
  return steps.slice(0, index + 1).findLast(({ keyword }) => mainKeywords.some((main) => main === keyword))?.keyword;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
