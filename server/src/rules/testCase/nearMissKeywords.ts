import type { ParsedDocument } from '../../documents/document.js';
import { textLines, trimmedSpan } from '../../documents/textLines.js';
import { type Block, isOneLine, type List } from '../../markdown/blocks.js';
import { type Span, span } from '../../markdown/span.js';
import { plainTwin } from '../support/plainTwin.js';
import { memoFor, once } from '../../base/memo.js';
import { collect, none } from '../../base/same.js';
import { type GherkinLine, gherkinTexts } from './gherkinLines.js';
import { stepKeywordMeant, stepKeywords, titleKeywordMeant, titleKeywords } from './keywordSlip.js';

interface NearMiss {
  /** What is written in the place of the keyword. */
  readonly span: Span;
  readonly line: number;
  /** The keyword it was meant to be. */
  readonly keyword: string;
}

type TestCaseDocument = ParsedDocument<'testCase'>;

const titleLine = plainTwin(String.raw`^([\p{L}]+(?: [\p{L}]+)?)[ \t]*[:：]`, 'u');
const stepLine = plainTwin(String.raw`^([\p{L}]+)(:?)(?=\s|$)`, 'u');
const boldStep = plainTwin(String.raw`^(?:\*\*|__)([\p{L}]+):?(?:\*\*|__)`, 'u');
const boldTitle = plainTwin(String.raw`^(?:\*\*|__)([\p{L}]+(?: [\p{L}]+)?)(?=[:：*_])`, 'u');

const isStepKeyword = (word: string): boolean => stepKeywords.some((keyword) => keyword === word);
const isTitleKeyword = (words: string): boolean => titleKeywords.some((keyword) => keyword === words);
const runsScenario = (keyword: string): boolean =>
  keyword !== 'Feature' && keyword !== 'Rule' && keyword !== 'Examples' && keyword !== 'Scenarios';

/** Where a test case document has a word that is nearly a Gherkin keyword, in document order. */
export const nearMissKeywords = memoFor((document: TestCaseDocument): readonly NearMiss[] => {
  const found =
    document.model.format === 'featureMarkdown'
      ? inMarkdownFeature(document)
      : [...gherkinTexts(document).flatMap(inGherkin), ...inMarkdown(document)];
  return found
    .map(({ span: place, keyword }) => ({
      span: place,
      keyword,
      line: document.lines.positionAt(place.start).line,
    }))
    .sort((a, b) => a.span.start - b.span.start);
});

type Found = Omit<NearMiss, 'line'>;

/** Gherkin wants keywords in this very letter case, titles with a colon right behind the word and steps without one. */
function inGherkin(lines: readonly GherkinLine[]): readonly Found[] {
  const found: Found[] = [];
  // Below a Feature or Rule is free text; steps may begin where nothing or a scenario's title is above.
  let mayStep = true;
  let steps = false;
  for (const { span: line, value } of lines) {
    const title = titleLine(value).exec(value);
    const words = title?.[1];
    const meant = words === undefined ? undefined : titleKeywordMeant(words, titleKeywords);
    if (title && words !== undefined && meant !== undefined) {
      const written = title[0].slice(0, -1);
      if (!isTitleKeyword(written) || title[0].endsWith('：'))
        found.push({ span: span(line.start, line.start + title[0].length), keyword: `${meant}:` });
      mayStep = runsScenario(meant);
      steps = false;
      continue;
    }
    const [, word = '', colon = ''] = stepLine(value).exec(value) ?? [];
    const keyword = stepKeywordMeant(word);
    if (keyword === undefined || !mayStep) continue;
    const exact = isStepKeyword(word);
    // Before the first step a line in lower case is more likely a description that was wrapped.
    if (!exact && word.startsWith(word.charAt(0).toLowerCase()) && !steps && keyword !== 'Given') continue;
    steps = true;
    if (!exact || colon !== '')
      found.push({ span: span(line.start, line.start + word.length + colon.length), keyword });
  }
  return found;
}

/** In Markdown steps are read in any letter case, so only other letters are a slip. */
function inMarkdown(document: TestCaseDocument): readonly Found[] {
  const { text, blocks, model } = document;
  const stepsOf = once(
    () => new Set(model.scenarios.flatMap(({ steps }) => steps.map(({ keywordSpan }) => keywordSpan.start))),
  );
  return slipsOfBlocks(text, blocks, stepsOf);
}

function slipsOfBlocks(text: string, blocks: readonly Block[], stepsOf: () => ReadonlySet<number>): readonly Found[] {
  return collect(blocks, (block): readonly Found[] => {
    switch (block.kind) {
      case 'heading':
        if (!mayBeTitle.test(block.text)) return none;
        return slipOfTitle(titleLine(block.text).exec(block.text)?.[1], block.textSpan.start);
      case 'list':
        return slipsOfList(text, block, stepsOf);
      case 'paragraph':
        return slipsOfLines(text, block.span);
      default:
        return none;
    }
  });
}

function slipsOfList(text: string, list: List, stepsOf: () => ReadonlySet<number>): readonly Found[] {
  // So it is with most.
  if (list.items.every((item) => isOneLine(item) && isRightStep(text, item.textSpan.start))) return none;
  const below = collect(list.items, ({ children }) => slipsOfBlocks(text, children, stepsOf));
  return slipsOfItems(text, list, stepsOf).concat(below);
}

const rightStep = /(?:\*\*|__)(?:given|when|then|and|but)(?![A-Za-z\u0080-\uFFFF])/iy;

/** Whether a step's keyword in bold type is here. */
function isRightStep(text: string, at: number): boolean {
  rightStep.lastIndex = at;
  return rightStep.test(text);
}

// One word or two and a colon; whether other characters are letters is found out after that.
const mayBeTitle = /^[A-Za-z\u0080-\uFFFF]+(?: [A-Za-z\u0080-\uFFFF]+)?[ \t]*[:：]/;

function slipsOfLines(text: string, within: Span): readonly Found[] {
  return collect(textLines(text, within), (whole) => {
    const line = trimmedSpan(text, whole);
    return isMark(text, line.start) && !isRightStep(text, line.start) ? slipOfBold(text, line) : none;
  });
}

function slipOfBold(text: string, line: Span): readonly Found[] {
  const value = text.slice(line.start, Math.min(line.end, line.start + 60));
  const word = boldStep(value).exec(value)?.[1];
  const keyword = word === undefined || isStepInAnyCase(word) ? undefined : stepKeywordMeant(word);
  if (word !== undefined && keyword !== undefined)
    return [{ span: span(line.start + 2, line.start + 2 + word.length), keyword }];
  return slipOfTitle(boldTitle(value).exec(value)?.[1], line.start + 2);
}

/** Whether emphasis may begin here. */
const isMark = (text: string, at: number): boolean => text.charAt(at) === '*' || text.charAt(at) === '_';

const isStepInAnyCase = (word: string): boolean =>
  stepKeywords.some((keyword) => keyword.toLowerCase() === word.toLowerCase());

function slipOfTitle(words: string | undefined, start: number): readonly Found[] {
  if (words === undefined) return none;
  const keyword = titleKeywordMeant(words, ['Scenario', 'Scenario Outline']);
  // Other letter cases are read, and the plural is a heading of its own.
  if (keyword === undefined || keyword.toLowerCase() === words.toLowerCase() || /^scenarios$/iu.test(words)) return [];
  return [{ span: span(start, start + words.length), keyword }];
}

/** Items that begin with a slip beside items that are steps. */
function slipsOfItems(text: string, { items }: List, stepsOf: () => ReadonlySet<number>): readonly Found[] {
  // In bold only keywords are steps.
  if (items.every(({ textSpan }) => isMark(text, textSpan.start))) return none;
  const steps = stepsOf();
  const place = (start: number): number => {
    const last = start + 4;
    while (start < last && isMark(text, start)) start++;
    return start;
  };
  if (!items.some(({ textSpan }) => steps.has(place(textSpan.start)))) return none;
  return collect(items, ({ textSpan: { start, end } }): readonly Found[] => {
    if (isMark(text, start)) return none;
    const word = /^\p{Lu}\p{L}+(?=\s|$)/u.exec(text.slice(start, Math.min(end, start + 20)))?.[0];
    const keyword = word === undefined || isStepInAnyCase(word) ? undefined : stepKeywordMeant(word);
    return word === undefined || keyword === undefined ? [] : [{ span: span(start, start + word.length), keyword }];
  });
}

/** Feature files in Markdown: titles are headings, steps are bullets below a scenario's heading. */
function inMarkdownFeature({ text, blocks }: TestCaseDocument): readonly Found[] {
  let mayStep = false;
  const read = (block: Block): readonly Found[] => {
    if (block.kind === 'heading') {
      const title = titleLine(block.text).exec(block.text);
      const words = title?.[1];
      const keyword = words === undefined ? undefined : titleKeywordMeant(words, titleKeywords);
      if (!title || keyword === undefined) {
        mayStep = false;
        return [];
      }
      mayStep = runsScenario(keyword);
      const exact = isTitleKeyword(title[0].slice(0, -1)) && title[0].endsWith(':');
      const { start } = block.textSpan;
      return exact ? [] : [{ span: span(start, start + title[0].length), keyword: `${keyword}:` }];
    }
    if (block.kind !== 'list' || !mayStep) return [];
    return block.items.flatMap(({ textSpan: { start, end } }): readonly Found[] => {
      const begin = text.slice(start, Math.min(end, start + 20));
      const [, word = '', colon = ''] = stepLine(begin).exec(begin) ?? [];
      const keyword = stepKeywordMeant(word);
      if (keyword === undefined || (keyword === word && colon === '')) return [];
      return [{ span: span(start, start + word.length + colon.length), keyword }];
    });
  };
  return blocks.flatMap(read);
}
