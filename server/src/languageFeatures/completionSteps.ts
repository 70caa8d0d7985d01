import type { AnyDocument } from '../documents/document.js';
import type { Step, StepKeyword } from '../documents/steps.js';
import type { Project } from '../workspace/project.js';
import { rememberFor } from '../workspace/remember.js';
import type { Candidate, CompletionRequest, Offer } from './completion.js';
import { contains } from './cursorPlace.js';

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
    candidates: main === undefined ? [] : candidates(document, project, main, place.line.start),
  };
}

type MainKeyword = 'Given' | 'When' | 'Then';

/** And and But go on with the step before. */
function mainKeyword(document: AnyDocument, keyword: string, line: number): MainKeyword | undefined {
  const own = keywordOf(keyword);
  if (own) return own;
  return stepsOf(document).findLast(({ start }) => start < line)?.keyword;
}

function keywordOf(keyword: string): MainKeyword | undefined {
  const folded = keyword.toLowerCase();
  return folded === 'given' ? 'Given' : folded === 'when' ? 'When' : folded === 'then' ? 'Then' : undefined;
}

/** Those of the document itself, then those of the others, the last ones first. */
function* candidates(
  document: AnyDocument,
  project: Project,
  keyword: MainKeyword,
  exceptLine: number,
): Generator<Candidate> {
  const seen = new Set<string>();
  const others = [...project.ofKind('spec'), ...project.ofKind('testCase')].filter(
    ({ path }) => path !== document.path,
  );
  for (const from of [document, ...others.reverse()])
    for (const step of stepsOf(from)) {
      if (step.keyword !== keyword || seen.has(step.text)) continue;
      // The step that is being written is no help.
      if (from === document && document.lines.lineStart(document.lines.positionAt(step.start).line) === exceptLine)
        continue;
      seen.add(step.text);
      yield { label: step.text, kind: 'step', detail: from.item ?? from.path };
    }
}

interface KnownStep {
  readonly keyword: MainKeyword;
  readonly text: string;
  readonly start: number;
}

/** The steps of a document that stand on one line, And and But under the keyword they go on with. */
const stepsOf = rememberFor((document: AnyDocument): readonly KnownStep[] => {
  switch (document.kind) {
    case 'spec':
      return document.model.criteria.flatMap(({ steps }) => known(steps));
    case 'testCase':
      return document.model.scenarios.flatMap(({ background = [], steps }) => known([...background, ...steps]));
    default:
      return [];
  }
});

const longest = 200;

function known(steps: readonly Step[]): readonly KnownStep[] {
  let main: MainKeyword | undefined;
  return steps.flatMap(({ keyword, text, span }): KnownStep[] => {
    main = mainOf(keyword) ?? main;
    const value = text.value.trim();
    if (main === undefined || value === '' || value.length > longest || /[\r\n]/u.test(value)) return [];
    return [{ keyword: main, text: value, start: span.start }];
  });
}

function mainOf(keyword: StepKeyword): MainKeyword | undefined {
  return keyword === 'Given' || keyword === 'When' || keyword === 'Then' ? keyword : undefined;
}
