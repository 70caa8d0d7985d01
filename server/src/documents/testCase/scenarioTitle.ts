import { isLetter } from '../../base/characters.js';
import { codeSpans } from '../../markdown/codeSpans.js';
import type { Located, Span } from '../../markdown/span.js';
import { trimmedSpan } from '../textLines.js';

/** A line of Markdown that begins a scenario. */
export interface ScenarioTitle {
  readonly name: Located;
  /** The name with what is behind its bold type: `(AC2)` names what the scenario is about. */
  readonly whole: Located;
  readonly outline: boolean;
  /** The id alone says that it is a title, as it does where text mentions a scenario: it is one where steps are below. */
  readonly needsSteps?: true;
}

const title = /^\s*(\*\*|__)?Scenario(\s+(?:Outline|Template))?(?:\s+\d+)?(?:\*\*|__)?\s*[:：](?:\*\*|__)?/iu;
/** What both begin with: most lines begin with something else. */
const mayBegin = /^[\s*_s]/iu;
const S = 115;
/** Whether a line that begins with this surely begins with something else: with an ASCII letter but `s`, as most do. */
const isOther = (unit: number): boolean => isLetter(unit) && (unit | 32) !== S;
const idTitle = /^\s*(\*\*|__)(?=TC-\d+(?:(?=\1)|(?![\w-])))/iu;
// `**TC-1**: name` and `**TC-1:** name`.
const boldId = /^TC-\d+(?:(?:\*\*|__)[:：]|[:：](?:\*\*|__))/iu;
const boldMarks = { '**': /\*{2,}/gu, __: /_{2,}/gu } as const;
const onlyParentheses = /^\s*(?:\([^()]*\)\s*)?$/u;

/**
 * Reads `**TC-1: name**`, `**Scenario: name**`, `**Scenario**: name`, `Scenario 2: name` and
 * `Scenario Outline: name`; undefined for any other line.
 *
 * @param line the text at `place`.
 */
export function readScenarioTitle(line: string, place: Span): ScenarioTitle | undefined {
  if (isOther(line.charCodeAt(0)) || !mayBegin.test(line)) return undefined;
  const match = title.exec(line);
  if (!match) return readIdTitle(line, place);
  const [lead, mark, outline] = match;
  const isOpen = mark !== undefined && lead.indexOf(mark) === lead.lastIndexOf(mark);
  return { ...namesIn(line, lead.length, isOpen ? mark : undefined, place), outline: outline !== undefined };
}

function readIdTitle(line: string, place: Span): ScenarioTitle | undefined {
  const match = idTitle.exec(line);
  if (!match) return undefined;
  const [lead, mark] = match;
  const rest = line.slice(lead.length);
  // Bold type that ends before the line does is running text.
  if (!boldId.test(rest) && boldLength(rest, mark) === undefined) return undefined;
  return { ...namesIn(line, lead.length, mark, place), outline: false, needsSteps: true };
}

/** The rest of a title line, and as the name what is in it before the mark that ends its bold type. */
function namesIn(
  line: string,
  from: number,
  mark: string | undefined,
  place: Span,
): Pick<ScenarioTitle, 'name' | 'whole'> {
  const rest = line.slice(from);
  const located = (end: number): Located => {
    const at = trimmedSpan(rest, { start: 0, end });
    const start = place.start + from + at.start;
    return { value: rest.slice(at.start, at.end), span: { start, end: start + at.end - at.start } };
  };
  const whole = located(rest.length);
  const bold = boldLength(rest, mark);
  return { name: bold === undefined ? whole : located(bold), whole };
}

/**
 * How much of a text is in bold type that is open at its start; undefined if more than text in parentheses is
 * behind the mark that ends it. Marks pair as in CommonMark 6.2, but one that nothing ends opens nothing.
 */
function boldLength(rest: string, mark: string | undefined): number | undefined {
  if (mark !== '**' && mark !== '__') return undefined;
  const text = maskCode(rest);
  let depth = 1;
  let last: number | undefined;
  for (const { 0: run, index } of text.matchAll(boldMarks[mark])) {
    const after = index + run.length;
    const { opens, closes } = flanks(mark, sideOf(text.charAt(index - 1)), sideOf(text.charAt(after)));
    if (closes) {
      last = after - mark.length;
      depth--;
    } else if (opens) depth++;
    if (depth === 0) break;
  }
  return last !== undefined && onlyParentheses.test(text.slice(last + mark.length)) ? last : undefined;
}

type Side = 'blank' | 'sign' | 'word';

function sideOf(character: string): Side {
  if (character === '' || /\s/u.test(character)) return 'blank';
  return /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'word';
}

/** Whether a run of marks may open and close bold type: two underscores inside a word do neither. */
function flanks(mark: '**' | '__', before: Side, after: Side): { readonly opens: boolean; readonly closes: boolean } {
  if (mark === '__')
    return { opens: after !== 'blank' && before !== 'word', closes: before !== 'blank' && after !== 'word' };
  return {
    opens: after === 'word' || (after === 'sign' && before !== 'word'),
    closes: before === 'word' || (before === 'sign' && after !== 'word'),
  };
}

/** A text with backticks, unit for unit, where code spans are: what is in them is no mark, but no blank either. */
function maskCode(text: string): string {
  if (!text.includes('`')) return text;
  let masked = '';
  let from = 0;
  for (const { start, end } of codeSpans(text, { start: 0, end: text.length })) {
    masked += text.slice(from, start) + '`'.repeat(end - start);
    from = end;
  }
  return masked + text.slice(from);
}
