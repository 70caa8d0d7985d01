import type { AnyDocument } from '../documents/document.js';
import type { Step, StepKeyword } from '../documents/steps.js';
import { contains } from '../markdown/span.js';
import type { Project } from '../workspace/project.js';
import { memoFor } from '../base/memo.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';
import { isSubsequence } from './subsequence.js';

const stepLine = /^\s*(?:[-*+]\s+)?(?:\*\*|__)?(Given|When|Then|And|But)(?:\*\*|__)?:?[ \t]+(.*)$/iu;

/** Behind Given, When, Then, And and But: the steps that the project's criteria and scenarios have with that keyword. */
export function offerSteps({ document, project, place }: CompletionRequest): Offer | undefined {
  if (document.kind !== 'spec' && document.kind !== 'testCase') return undefined;
  const [, keyword, typed] = stepLine.exec(place.before) ?? [];
  if (keyword === undefined || typed === undefined) return undefined;
  if (document.kind === 'spec') {
    const inCriteria = document.model.sections.some(
      ({ name, span }) => name === 'acceptanceCriteria' && contains(span, place.offset),
    );
    if (!inCriteria) return undefined;
  }
  const main = mainKeyword(document, keyword, place.line.start);
  return {
    span: { start: place.offset - typed.length, end: place.line.end },
    candidates: main === undefined ? [] : candidates(document, project, main, typed.toLowerCase(), place.line.start),
  };
}

const mainKeywords = ['Given', 'When', 'Then'] as const;

type MainKeyword = (typeof mainKeywords)[number];

/** And and But continue with the step before. */
function mainKeyword(document: AnyDocument, keyword: string, line: number): MainKeyword | undefined {
  const own = mainKeywords.find((main) => main.toLowerCase() === keyword.toLowerCase());
  if (own) return own;
  const before = mainKeywords.flatMap((main) => {
    const step = stepsOf(document)[main].steps.findLast(({ start }) => start < line);
    return step ? [{ main, start: step.start }] : [];
  });
  return before.sort((a, b) => b.start - a.start)[0]?.main;
}

/** Those of the document itself, then those of the others, the last ones first. */
function* candidates(
  document: AnyDocument,
  project: Project,
  keyword: MainKeyword,
  typed: string,
  exceptLine: number,
): Generator<Candidate> {
  for (const from of nearestFirst(document, project)) {
    const { steps, folded } = stepsOf(from)[keyword];
    // Most documents have nothing like what was typed, and one look at all of their steps says so.
    if (!isSubsequence(typed, folded)) continue;
    for (const step of steps) {
      // The step that is being written is no help.
      if (from === document && document.lines.lineStart(document.lines.positionAt(step.start).line) === exceptLine)
        continue;
      yield { label: step.text, kind: 'step', detail: from.item ?? from.path };
    }
  }
}

function* nearestFirst(document: AnyDocument, project: Project): Generator<AnyDocument> {
  yield document;
  for (const others of [project.ofKind('testCase'), project.ofKind('spec')])
    for (let index = others.length - 1; index >= 0; index--) {
      const other = others[index];
      if (other && other !== document) yield other;
    }
}

interface KnownSteps {
  readonly steps: readonly { readonly text: string; readonly start: number }[];
  /** All of their texts in lower case. */
  readonly folded: string;
}

/** The steps of a document that are on one line, And and But under the keyword they continue with. */
const stepsOf = memoFor((document: AnyDocument): Readonly<Record<MainKeyword, KnownSteps>> => {
  switch (document.kind) {
    case 'spec':
      return known(document.model.criteria.map(({ steps }) => steps));
    case 'testCase':
      return known(document.model.scenarios.map(({ background = [], steps }) => [...background, ...steps]));
    default:
      return known([]);
  }
});

const longest = 200;

function known(runs: readonly (readonly Step[])[]): Readonly<Record<MainKeyword, KnownSteps>> {
  const found: Record<MainKeyword, { text: string; start: number }[]> = { Given: [], When: [], Then: [] };
  for (const steps of runs) {
    let main: MainKeyword | undefined;
    for (const { keyword, text, span } of steps) {
      main = mainOf(keyword) ?? main;
      const value = text.value.trim();
      if (main === undefined || value === '' || value.length > longest || /[\r\n]/u.test(value)) continue;
      found[main].push({ text: value, start: span.start });
    }
  }
  const folded = (main: MainKeyword): KnownSteps => ({
    steps: found[main],
    folded: found[main].map(({ text }) => text.toLowerCase()).join('\n'),
  });
  return { Given: folded('Given'), When: folded('When'), Then: folded('Then') };
}

function mainOf(keyword: StepKeyword): MainKeyword | undefined {
  return mainKeywords.find((main) => main === keyword);
}
