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
  /** The tags of the feature and rule it is in. */
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
 * Reads Gherkin that is in a fence of a Markdown document: English keywords, letter case as Gherkin wants it
 * (https://cucumber.io/docs/gherkin/reference/). Free text is a description where a title line comes before it and a problem
 * where a step does. Never throws; linear in the text.
 *
 * @param text the whole document.
 * @param content the lines between the fences.
 */
export function scanGherkin(text: string, content: Span): GherkinFence {
  return new GherkinScanner(text).scan(content);
}

class GherkinScanner {
  readonly #text: string;
  readonly #scenarios: Growing[] = [];
  readonly #looseSteps: Step[][] = [];
  readonly #ignored: Located[] = [];
  readonly #problems: Problem[] = [];
  #pendingTags: Located[] = [];
  #featureTags: readonly Located[] = [];
  #ruleTags: readonly Located[] = [];
  #featureBackground: readonly Step[] = [];
  #ruleBackground: readonly Step[] = [];
  #background: Step[] | undefined;
  #scenario: Growing | undefined;
  #examples: { span: Span; rows: number; header: boolean } | undefined;
  #inRule = false;
  #position: 'start' | 'description' | 'steps' = 'start';
  #docString: { delimiter: string; opening: Span } | undefined;
  #afterBlank = false;

  constructor(text: string) {
    this.#text = text;
  }

  scan(content: Span): GherkinFence {
    for (const whole of textLines(this.#text, content)) {
      const line = trimmedSpan(this.#text, whole);
      const value = this.#text.slice(line.start, line.end);
      if (this.#docString) {
        if (value === this.#docString.delimiter) this.#docString = undefined;
        this.#grow(line);
      } else if (value === '') this.#afterBlank = true;
      else {
        this.#readLine(value, line);
        this.#afterBlank = false;
      }
    }
    this.#closeExamples();
    if (this.#docString) {
      const { delimiter, opening } = this.#docString;
      this.#report(`This doc string is not closed: add a line ${delimiter} below its text`, opening);
    }
    return {
      scenarios: this.#scenarios.map(({ end, ...rest }) => ({ ...rest, span: { start: rest.titleSpan.start, end } })),
      looseSteps: this.#looseSteps,
      ignored: this.#ignored,
      problems: this.#problems,
    };
  }

  #readLine(value: string, line: Span): void {
    const keyword = titleLine.exec(value)?.[1];
    const stepKeyword = stepKeywords[stepLine.exec(value)?.[1] ?? ''];
    if (keyword !== undefined) this.#readTitle(keyword, line);
    else if (stepKeyword) this.#readStep(stepKeyword, line);
    else if (value.startsWith('#')) {
      // A comment may be anywhere and belongs to nothing.
    } else if (value.startsWith('@')) this.#pendingTags.push(...readTags(value, line.start));
    else if (value.startsWith('|') && (this.#examples ?? this.#position === 'steps')) {
      if (this.#examples?.header) this.#examples.rows++;
      else if (this.#examples) this.#examples.header = true;
      this.#grow(line);
    } else if (this.#position === 'steps' && (value.startsWith('"""') || value.startsWith('```'))) {
      this.#docString = { delimiter: value.slice(0, 3), opening: line };
      this.#grow(line);
    } else if (this.#position === 'description') {
      this.#ignored.push({ value, span: line });
      this.#grow(line);
    } else {
      const where = this.#position === 'start' ? 'before any Feature or Scenario' : 'among the steps';
      this.#report(
        `Gherkin does not allow free text ${where}: start the line with Given, When, Then, And, But, or a keyword such as \`Scenario:\``,
        line,
      );
    }
  }

  #readTitle(keyword: string, line: Span): void {
    this.#position = 'description';
    this.#closeExamples();
    if (keyword === 'Examples' || keyword === 'Scenarios') {
      this.#openExamples(keyword, line);
      return;
    }
    this.#closeBackground();
    this.#scenario = undefined;
    const tags = this.#pendingTags;
    this.#pendingTags = [];
    if (keyword === 'Feature') {
      this.#featureTags = tags;
      this.#ruleTags = [];
      this.#featureBackground = [];
      this.#ruleBackground = [];
      this.#inRule = false;
    } else if (keyword === 'Rule') {
      this.#ruleTags = tags;
      this.#ruleBackground = [];
      this.#inRule = true;
    } else if (keyword === 'Background') this.#background = [];
    else this.#openScenario(keyword, line, tags);
  }

  #openExamples(keyword: string, line: Span): void {
    if (!this.#scenario) {
      this.#report(`\`${keyword}:\` without a scenario before it`, line);
      return;
    }
    this.#examples = { span: line, rows: 0, header: false };
    this.#scenario.end = line.end;
    this.#pendingTags = [];
  }

  #openScenario(keyword: string, line: Span, tags: readonly Located[]): void {
    this.#scenario = {
      name: this.#located({ start: line.start + keyword.length + 1, end: line.end }),
      titleSpan: line,
      end: line.end,
      tags,
      inheritedTags: [...this.#featureTags, ...this.#ruleTags],
      background: [...this.#featureBackground, ...this.#ruleBackground],
      steps: [],
      outline: keyword === 'Scenario Outline' || keyword === 'Scenario Template',
      examples: [],
    };
    this.#scenarios.push(this.#scenario);
  }

  #readStep(keyword: StepKeyword, line: Span): void {
    const keywordSpan = { start: line.start, end: line.start + keyword.length };
    const text = this.#located({ start: keywordSpan.end, end: line.end });
    const step: Step = { keyword, keywordSpan, span: line, text, form: 'gherkin' };
    this.#closeExamples();
    this.#position = 'steps';
    if (this.#scenario) {
      this.#scenario.steps.push(step);
      this.#scenario.end = line.end;
    } else if (this.#background) this.#background.push(step);
    else {
      const run = this.#looseSteps.at(-1);
      const nextRun = this.#afterBlank && keyword === 'Given' && run?.some((before) => before.keyword === 'Then');
      if (run && !nextRun) run.push(step);
      else this.#looseSteps.push([step]);
    }
  }

  #closeExamples(): void {
    if (this.#examples) this.#scenario?.examples.push({ span: this.#examples.span, rows: this.#examples.rows });
    this.#examples = undefined;
  }

  #closeBackground(): void {
    if (this.#background === undefined) return;
    if (this.#inRule) this.#ruleBackground = this.#background;
    else this.#featureBackground = this.#background;
    this.#background = undefined;
  }

  #grow(line: Span): void {
    if (this.#scenario) this.#scenario.end = line.end;
    if (this.#examples) this.#examples.span = { start: this.#examples.span.start, end: line.end };
  }

  #located(within: Span): Located {
    const span = trimmedSpan(this.#text, within);
    return { value: this.#text.slice(span.start, span.end), span };
  }

  #report(message: string, span: Span): void {
    this.#problems.push({ kind: 'syntax', message, span });
  }
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
