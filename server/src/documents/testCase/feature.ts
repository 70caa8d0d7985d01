import {
  AstBuilder,
  dialects,
  Errors,
  GherkinClassicTokenMatcher,
  GherkinInMarkdownTokenMatcher,
  Parser,
} from '@cucumber/gherkin';
import {
  type Feature,
  IdGenerator,
  type Location,
  type RuleChild,
  type Scenario as ScenarioMessage,
  type Step as StepMessage,
  type Tag,
} from '@cucumber/messages';
import type { Block, Heading } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import type { Problem } from '../parsed.js';
import { type GherkinScenario, scanGherkin } from './gherkinFence.js';
import { createGherkinPlaces, type GherkinPlaces } from './gherkinPlaces.js';
import { toScenario } from './gherkinScenario.js';
import { locate } from '../located.js';
import { plainSteps } from './plainSteps.js';
import { splitItemId } from './scenarioNames.js';
import { findSpecPath } from '../specPath.js';
import type { Step, StepKeyword } from '../steps.js';
import type { TestCase, TestCaseTitle } from './testCase.js';
import { trimmedSpan } from '../textLines.js';

/** What is larger than this is generated, and the parser would take minutes for some of it. */
const mostCharacters = 1 << 18;

export interface ParsedFeature {
  readonly testCase: TestCase;
  readonly problems: readonly Problem[];
}

/**
 * Reads a `.feature` file, or a `.feature.md` file in the Markdown dialect of Gherkin
 * (https://github.com/cucumber/gherkin/blob/main/MARKDOWN_WITH_GHERKIN.md). Never throws: what Gherkin refuses is a problem at
 * its place, and of a `.feature` file in English the scenarios are read nevertheless.
 *
 * @param blocks the document's Markdown blocks; empty for `.feature`.
 */
export function parseFeature(
  text: string,
  format: 'feature' | 'featureMarkdown',
  blocks: readonly Block[],
): ParsedFeature {
  const specPath = findSpecPath(text, blocks);
  const empty: TestCase = {
    format,
    ...(specPath ? { specPath } : {}),
    headings: blocks.filter((block): block is Heading => block.kind === 'heading'),
    groups: [],
    scenarios: [],
  };
  if (text.length > mostCharacters) {
    const message = `The file is larger than ${mostCharacters / 1024} KB: split it into several features`;
    return { testCase: empty, problems: [{ kind: 'syntax', message, span: { start: 0, end: 0 } }] };
  }
  // Front matter or a blank line at the start would become the feature's name in the Markdown dialect.
  const from = format === 'featureMarkdown' ? startOfContent(text, blocks) : 0;
  const places = createGherkinPlaces(text, from);
  // A matcher that is used twice fails on the second document of the Markdown dialect.
  const matcher = format === 'feature' ? new GherkinClassicTokenMatcher() : new GherkinInMarkdownTokenMatcher();
  try {
    const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), matcher);
    const { feature, comments } = parser.parse(text.slice(from));
    if (!feature) return { testCase: empty, problems: [] };
    const reader = new FeatureReader(text, feature.language, places);
    const { title, scenarios } = reader.read(feature);
    const { lines } = reader;
    for (const { location } of comments) lines.add(location.line);
    const beside = format === 'feature' ? linesBeside(text, places, lines) : itemsBeside(text, blocks, places, lines);
    const ignored = beside.map((span) => locate(text, span));
    return { testCase: { ...empty, title, scenarios, ignored }, problems: [] };
  } catch (error) {
    const problems = toProblems(error, text, places);
    if (format === 'featureMarkdown') return { testCase: empty, problems };
    const { scenarios } = scanGherkin(text, { start: 0, end: text.length });
    return { testCase: { ...empty, scenarios: scenarios.map((scenario) => toScenario(scenario)) }, problems };
  }
}

/** The start of the first line that is not blank and no front matter. */
function startOfContent(text: string, blocks: readonly Block[]): number {
  const [first] = blocks;
  const from = first?.kind === 'frontMatter' ? first.span.end : 0;
  const length = text.slice(from).length - text.slice(from).trimStart().length;
  return Math.max(from, text.lastIndexOf('\n', from + length - 1) + 1);
}

/** Takes over what the parser of Gherkin found, with spans. */
class FeatureReader {
  readonly #text: string;
  readonly #places: GherkinPlaces;
  readonly #keywordOf: (keyword: string) => StepKeyword;
  readonly #outlines: readonly string[];
  /** The numbers of the lines that mean something to Gherkin. */
  readonly lines = new Set<number>();
  readonly #scenarios: GherkinScenario[] = [];
  /** Of the lines of a scenario read so far. */
  #last = 0;

  constructor(text: string, language: string, places: GherkinPlaces) {
    this.#text = text;
    this.#places = places;
    this.#keywordOf = createKeywords(language);
    this.#outlines = dialects[language]?.scenarioOutline ?? [];
  }

  read(feature: Feature): Pick<TestCase, 'scenarios'> & { readonly title: TestCaseTitle } {
    const featureTags = this.#readTags(feature.tags);
    const { line, name } = this.#readTitle(feature.location, feature.keyword);
    let background: readonly Step[] = [];
    for (const child of feature.children) {
      background = this.#readChild(child, featureTags, background);
      if (!child.rule) continue;
      const tags = [...featureTags, ...this.#readTags(child.rule.tags)];
      this.#readTitle(child.rule.location, child.rule.keyword);
      let inside = background;
      for (const inner of child.rule.children) inside = this.#readChild(inner, tags, inside);
    }
    const { id, name: title } = splitItemId(name);
    return {
      title: { span: line, ...(id ? { id } : {}), text: title },
      scenarios: this.#scenarios.map((scenario) => toScenario(scenario)),
    };
  }

  /** @returns the background of what follows. */
  #readChild(child: RuleChild, tags: readonly Located[], background: readonly Step[]): readonly Step[] {
    if (child.background) this.#readTitle(child.background.location, child.background.keyword);
    const steps = child.background
      ? [...background, ...child.background.steps.map((step) => this.#readStep(step))]
      : background;
    if (child.scenario) this.#scenarios.push(this.#readScenario(child.scenario, tags, steps));
    return steps;
  }

  #readScenario(
    message: ScenarioMessage,
    inheritedTags: readonly Located[],
    background: readonly Step[],
  ): GherkinScenario {
    const tags = this.#readTags(message.tags);
    this.#last = 0;
    const { line, name } = this.#readTitle(message.location, message.keyword);
    const steps = message.steps.map((step) => this.#readStep(step));
    const examples = message.examples.map((table) => {
      this.#readTags(table.tags);
      const title = this.#readTitle(table.location, table.keyword);
      if (table.tableHeader) this.#touch(table.tableHeader.location.line);
      for (const row of table.tableBody) this.#touch(row.location.line);
      return {
        span: { start: title.line.start, end: this.#places.line(this.#last).end },
        rows: table.tableBody.length,
      };
    });
    const span = { start: line.start, end: this.#places.line(this.#last).end };
    const outline = this.#outlines.includes(message.keyword);
    return { name, titleSpan: line, span, tags, inheritedTags, background, steps, outline, examples };
  }

  #readStep({ location, keyword, dataTable, docString }: StepMessage): Step {
    this.#touch(location.line);
    for (const row of dataTable?.rows ?? []) this.#touch(row.location.line);
    if (docString) {
      const end = endOfDocString(this.#text, this.#places, docString.location.line);
      for (let number = docString.location.line; number <= end; number++) this.#touch(number);
    }
    const { start, end } = this.#places.restOfLine(location);
    const keywordSpan = { start, end: Math.min(end, start + keyword.trimEnd().length) };
    return {
      keyword: this.#keywordOf(keyword),
      keywordSpan,
      span: this.#places.line(location.line),
      text: locate(this.#text, trimmedSpan(this.#text, { start: keywordSpan.end, end })),
      form: 'gherkin',
    };
  }

  #readTitle(location: Location, keyword: string): { readonly line: Span; readonly name: Located } {
    this.#touch(location.line);
    const rest = this.#places.restOfLine(location);
    const lead = this.#text.startsWith(`${keyword}:`, rest.start) ? keyword.length + 1 : 0;
    const name = locate(this.#text, trimmedSpan(this.#text, { start: rest.start + lead, end: rest.end }));
    return { line: this.#places.line(location.line), name };
  }

  #readTags(tags: readonly Tag[]): readonly Located[] {
    return tags.map(({ location, name }) => {
      this.lines.add(location.line);
      const { start, end } = this.#places.restOfLine(location);
      return locate(this.#text, { start, end: Math.min(end, start + name.length) });
    });
  }

  #touch(number: number): void {
    this.lines.add(number);
    this.#last = Math.max(this.#last, number);
  }
}

/** English names for the step keywords of a language. A word that stands for several counts as the first of them. */
function createKeywords(language: string): (keyword: string) => StepKeyword {
  const dialect = dialects[language];
  const words = new Map<string, StepKeyword>();
  const add = (keyword: StepKeyword, names: readonly string[] = []): void => {
    for (const name of names) if (!words.has(name)) words.set(name, keyword);
  };
  words.set('* ', '*');
  add('Given', dialect?.given);
  add('When', dialect?.when);
  add('Then', dialect?.then);
  add('And', dialect?.and);
  add('But', dialect?.but);
  return (keyword) => words.get(keyword) ?? '*';
}

function endOfDocString(text: string, places: GherkinPlaces, opening: number): number {
  const lineText = (number: number): string => {
    const { start, end } = places.line(number);
    return text.slice(start, end);
  };
  const delimiter = /^(?:"""|`{3,})/u.exec(lineText(opening))?.[0];
  for (let number = opening + 1; number <= places.count; number++) if (lineText(number) === delimiter) return number;
  return places.count;
}

/** Lines of a `.feature` file that are neither blank nor read: descriptions. */
function linesBeside(text: string, places: GherkinPlaces, lines: ReadonlySet<number>): readonly Span[] {
  return Array.from({ length: places.count }, (_, index) => index + 1)
    .filter((number) => !lines.has(number))
    .map((number) => places.line(number))
    .filter(({ start, end }) => start < end && !/^#\s*language\s*:/u.test(text.slice(start, end)));
}

/**
 * Headings, list items and table rows of a `.feature.md` file that were not read, and steps without a bullet; other prose is
 * nobody's mistake.
 */
function itemsBeside(
  text: string,
  blocks: readonly Block[],
  places: GherkinPlaces,
  lines: ReadonlySet<number>,
): readonly Span[] {
  const read = new Set(Array.from(lines, (number) => places.line(number).start));
  return [...lineStarts(blocks), ...plainSteps(text, blocks)]
    .filter(({ start }) => !read.has(start))
    .sort((a, b) => a.start - b.start);
}

function lineStarts(blocks: readonly Block[]): readonly Span[] {
  return blocks.flatMap((block): readonly Span[] => {
    if (block.kind === 'heading') return [block.span];
    if (block.kind === 'table') return [block.header.span, ...block.rows.map(({ span }) => span)];
    if (block.kind !== 'list') return [];
    return block.items.flatMap((item) => {
      const line = { start: item.markerSpan.start, end: Math.max(item.markerSpan.end, item.textSpan.end) };
      return [line, ...lineStarts(item.children)];
    });
  });
}

function toProblems(error: unknown, text: string, places: GherkinPlaces): readonly Problem[] {
  const errors = error instanceof Errors.CompositeParserException ? error.errors : [error];
  return errors.map((one): Problem => {
    const located = one instanceof Errors.GherkinException;
    const span = located ? places.restOfLine(one.location) : { start: 0, end: 0 };
    const reason = one instanceof Error ? one.message.replace(/^\(-?\d+:-?\d+\): /u, '') : String(one);
    return { kind: 'syntax', message: toMessage(reason, text.slice(span.start, span.end)), span };
  });
}

function toMessage(reason: string, line: string): string {
  if (reason.startsWith('unexpected end of file'))
    return 'The file ends unexpectedly: close the doc string, or add what the tags belong to';
  if (reason.startsWith('expected:'))
    return `Gherkin cannot read \`${line.slice(0, 60).replace(/\s+/gu, ' ')}\` here: start the line with a step keyword, or with one such as \`Scenario:\``;
  if (reason.startsWith('inconsistent cell count'))
    return 'This row has more or fewer cells than the rows above: a table needs the same number in each';
  if (reason.startsWith('Language not supported'))
    return 'Gherkin does not support this language: use a supported code such as `en`, `de` or `zh-CN`';
  return reason.replace(/\.$/u, '');
}
