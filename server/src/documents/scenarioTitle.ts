import type { Located, Span } from '../markdown/span.js';
import { trimmedSpan } from './textLines.js';

/** A line of Markdown that begins a scenario. */
export interface ScenarioTitle {
  readonly name: Located;
  /** The name with what stands behind its bold type: `(AC2)` names what the scenario is about. */
  readonly whole: Located;
  readonly outline: boolean;
  /** The id alone says that it is a title, as it does where text speaks of a scenario: it is one where steps stand below. */
  readonly needsSteps?: true;
}

const title = /^\s*(\*\*|__)?Scenario(\s+(?:Outline|Template))?(?:\s+\d+)?(?:\*\*|__)?\s*[:：](?:\*\*|__)?/iu;
// `**TC-1: name**` and `**TC-1**: name`; bold type that ends before the line does is running text.
const idTitle =
  /^\s*(\*\*|__)(?=TC-\d+(?:(?=\1)|(?![\w-]))(?:\1[:：]|[:：]\1|(?:(?!(?<!\s)\1(?![*_])).)*\1\s*(?:\([^()]*\)\s*)?$))/iu;
// The mark that ends bold type, with nothing but text in parentheses behind it.
const closing = {
  '**': /^((?:(?!(?<!\s)\*\*(?![*_])).)*)\*\*\s*(?:\([^()]*\)\s*)?$/u,
  __: /^((?:(?!(?<!\s)__(?![*_])).)*)__\s*(?:\([^()]*\)\s*)?$/u,
} as const;

/**
 * Reads `**TC-1: name**`, `**Scenario: name**`, `**Scenario**: name`, `Scenario 2: name` and
 * `Scenario Outline: name`; undefined for any other line.
 *
 * @param line the text at `place`.
 */
export function readScenarioTitle(line: string, place: Span): ScenarioTitle | undefined {
  const match = title.exec(line);
  if (!match) return readIdTitle(line, place);
  const [lead, mark, outline] = match;
  const isOpen = mark !== undefined && lead.indexOf(mark) === lead.lastIndexOf(mark);
  return { ...namesIn(line, lead.length, isOpen ? mark : undefined, place), outline: outline !== undefined };
}

function readIdTitle(line: string, place: Span): ScenarioTitle | undefined {
  const [lead, mark] = idTitle.exec(line) ?? [];
  if (lead === undefined) return undefined;
  return { ...namesIn(line, lead.length, mark, place), outline: false, needsSteps: true };
}

/** The rest of a title line, and as the name what stands in it before the mark that ends its bold type. */
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
  const bold = mark === '**' || mark === '__' ? closing[mark].exec(rest)?.[1] : undefined;
  return { name: bold === undefined ? whole : located(bold.length), whole };
}
