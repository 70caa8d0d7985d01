import type { Located, Span } from '../../markdown/span.js';
import type { Problem } from '../parsed.js';
import type { Step, StepKeyword } from '../steps.js';
import type { Examples } from './testCase.js';
import { textLines, trimmedSpan } from '../textLines.js';

/** A `Scenario:`, `Example:` or `Scenario Outline:` of a fence. */
export interface GherkinScenario {
  readonly name: Located;
  /** The title line. */
  readonly titleSpan: Span;
  readonly span: Span;
  /** Its own tags. */
  readonly tags: readonly Located[];
  /** The tags of the feature and rule it stands in. */
  readonly inheritedTags: readonly Located[];
  readonly background: readonly Step[];
  readonly steps: readonly Step[];
  readonly outline: boolean;
  readonly examples: readonly Examples[];
}

/** What a fence of Gherkin holds. */
export interface GherkinFence {
  readonly scenarios: readonly GherkinScenario[];
  /** Steps before any title line; a blank line and a new Given after a Then begin the next run. */
  readonly looseSteps: readonly (readonly Step[])[];
  /** Free text below a title line: Gherkin takes it for a description. */
  readonly ignored: readonly Located[];
  /** Lines where Gherkin allows no free text. */
  readonly problems: readonly Problem[];
}

const titleLine =
  /^(Feature|Rule|Background|Scenario Outline|Scenario Template|Scenarios|Scenario|Examples|Example):(.*)$/u;
const stepLine = /^(Given|When|Then|And|But|\*)(?=\s|$)/u;

const stepKeywords: Readonly<Record<string, StepKeyword>> = {
  Given: 'Given',
  When: 'When',
  Then: 'Then',
  And: 'And',
  But: 'But',
  '*': '*',
};

interface Growing {
  name: Located;
  titleSpan: Span;
  end: number;
  tags: readonly Located[];
  inheritedTags: readonly Located[];
  background: readonly Step[];
  steps: Step[];
  outline: boolean;
  examples: { span: Span; rows: number }[];
}

/**
 * Reads Gherkin that stands in a fence of a Markdown document: English keywords, letter case as Gherkin wants it
 * (https://cucumber.io/docs/gherkin/reference/). Free text is a description where a title line comes before it and a problem
 * where a step does. Never throws; linear in the text.
 *
 * @param text the whole document.
 * @param content the lines between the fences.
 */
export function scanGherkin(text: string, content: Span): GherkinFence {
  const scenarios: Growing[] = [];
  const looseSteps: Step[][] = [];
  const ignored: Located[] = [];
  const problems: Problem[] = [];
  let pendingTags: Located[] = [];
  let featureTags: readonly Located[] = [];
  let ruleTags: readonly Located[] = [];
  let featureBackground: readonly Step[] = [];
  let ruleBackground: readonly Step[] = [];
  let background: Step[] | undefined;
  let scenario: Growing | undefined;
  let examples: { span: Span; rows: number; header: boolean } | undefined;
  let inRule = false;
  // An object, since assignments inside closures do not widen a narrowed variable again.
  const at: { position: 'start' | 'description' | 'steps' } = { position: 'start' };
  let docString: { delimiter: string; opening: Span } | undefined;
  let afterBlank = false;

  const closeExamples = (): void => {
    if (examples && scenario) scenario.examples.push({ span: examples.span, rows: examples.rows });
    examples = undefined;
  };
  const closeBackground = (): void => {
    if (background === undefined) return;
    if (inRule) ruleBackground = background;
    else featureBackground = background;
    background = undefined;
  };
  const grow = (line: Span): void => {
    if (scenario) scenario.end = line.end;
    if (examples) examples.span = { start: examples.span.start, end: line.end };
  };
  const readTitle = (keyword: string, line: Span): void => {
    const afterColon = line.start + keyword.length + 1;
    const nameSpan = trimmedSpan(text, { start: afterColon, end: line.end });
    const name = { value: text.slice(nameSpan.start, nameSpan.end), span: nameSpan };
    at.position = 'description';
    if (keyword === 'Examples' || keyword === 'Scenarios') {
      closeExamples();
      if (!scenario) {
        problems.push({ kind: 'syntax', message: `\`${keyword}:\` without a scenario before it`, span: line });
        return;
      }
      examples = { span: line, rows: 0, header: false };
      scenario.end = line.end;
      pendingTags = [];
      return;
    }
    closeExamples();
    closeBackground();
    scenario = undefined;
    const tags = pendingTags;
    pendingTags = [];
    if (keyword === 'Feature') {
      featureTags = tags;
      ruleTags = [];
      featureBackground = [];
      ruleBackground = [];
      inRule = false;
    } else if (keyword === 'Rule') {
      ruleTags = tags;
      ruleBackground = [];
      inRule = true;
    } else if (keyword === 'Background') {
      background = [];
    } else {
      scenario = {
        name,
        titleSpan: line,
        end: line.end,
        tags,
        inheritedTags: [...featureTags, ...ruleTags],
        background: [...featureBackground, ...ruleBackground],
        steps: [],
        outline: keyword === 'Scenario Outline' || keyword === 'Scenario Template',
        examples: [],
      };
      scenarios.push(scenario);
    }
  };
  const readStep = (keyword: StepKeyword, line: Span): void => {
    const keywordSpan = { start: line.start, end: line.start + keyword.length };
    const textSpan = trimmedSpan(text, { start: keywordSpan.end, end: line.end });
    const step: Step = {
      keyword,
      keywordSpan,
      span: line,
      text: { value: text.slice(textSpan.start, textSpan.end), span: textSpan },
      form: 'gherkin',
    };
    closeExamples();
    at.position = 'steps';
    if (scenario) {
      scenario.steps.push(step);
      scenario.end = line.end;
    } else if (background) {
      background.push(step);
    } else {
      const run = looseSteps.at(-1);
      const nextRun = afterBlank && keyword === 'Given' && run?.some((before) => before.keyword === 'Then');
      if (run && !nextRun) run.push(step);
      else looseSteps.push([step]);
    }
  };

  for (const whole of textLines(text, content)) {
    const line = trimmedSpan(text, whole);
    const value = text.slice(line.start, line.end);
    if (docString) {
      if (value === docString.delimiter) docString = undefined;
      grow(line);
      continue;
    }
    if (value === '') {
      afterBlank = true;
      continue;
    }
    const keyword = titleLine.exec(value)?.[1];
    const stepKeyword = stepKeywords[stepLine.exec(value)?.[1] ?? ''];
    if (keyword !== undefined) readTitle(keyword, line);
    else if (stepKeyword) readStep(stepKeyword, line);
    else if (value.startsWith('#')) {
      // A comment may stand anywhere and belongs to nothing.
    } else if (value.startsWith('@')) pendingTags.push(...readTags(value, line.start));
    else if (value.startsWith('|') && (examples ?? at.position === 'steps')) {
      if (examples?.header) examples.rows++;
      else if (examples) examples.header = true;
      grow(line);
    } else if (at.position === 'steps' && (value.startsWith('"""') || value.startsWith('```'))) {
      docString = { delimiter: value.slice(0, 3), opening: line };
      grow(line);
    } else if (at.position === 'description') {
      ignored.push({ value, span: line });
      grow(line);
    } else {
      const where = at.position === 'start' ? 'before any Feature or Scenario' : 'among the steps';
      problems.push({
        kind: 'syntax',
        message: `Gherkin allows no free text ${where}: begin the line with Given, When, Then, And, But, or a keyword such as \`Scenario:\``,
        span: line,
      });
    }
    afterBlank = false;
  }
  closeExamples();
  if (docString)
    problems.push({
      kind: 'syntax',
      message: `This doc string is never closed: add a line ${docString.delimiter} below its text`,
      span: docString.opening,
    });
  return {
    scenarios: scenarios.map(({ end, ...rest }) => ({ ...rest, span: { start: rest.titleSpan.start, end } })),
    looseSteps,
    ignored,
    problems,
  };
}

/** Whether a fence without info string holds Gherkin: steps or scenarios, and nothing Gherkin would refuse or ignore. */
export function looksLikeGherkin(fence: GherkinFence): boolean {
  const steps = fence.looseSteps.length > 0 || fence.scenarios.some((scenario) => scenario.steps.length > 0);
  return steps && fence.problems.length === 0 && fence.ignored.length === 0;
}

function readTags(line: string, offset: number): Located[] {
  const comment = /\s#/u.exec(line);
  const tags = comment ? line.slice(0, comment.index) : line;
  return Array.from(tags.matchAll(/@[^\s@]+/gu), (match) => ({
    value: match[0],
    span: { start: offset + match.index, end: offset + match.index + match[0].length },
  }));
}
