import type { Located, Span } from '../markdown/span.js';
import { trimmedSpan } from './textLines.js';

/** A line of Markdown that begins a scenario. */
export interface ScenarioTitle {
  readonly name: Located;
  readonly outline: boolean;
  /** The id alone says that it is a title, as it does where text speaks of a scenario: it is one where steps stand below. */
  readonly needsSteps?: true;
}

const title = /^\s*(\*\*|__)?Scenario(\s+(?:Outline|Template))?(?:\s+\d+)?(?:\*\*|__)?\s*[:：](?:\*\*|__)?/iu;
// `**TC-1: name**` and `**TC-1**: name`; bold type that ends before the line does is running text.
const idTitle = /^\s*(\*\*|__)(?=TC-\d+(?![\w-])(?:\1[:：]|[:：]\1|.*\1\s*(?:\([^()]*\)\s*)?$))/iu;

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
  return { name: nameIn(line, lead.length, mark, place), outline: outline !== undefined };
}

function readIdTitle(line: string, place: Span): ScenarioTitle | undefined {
  const [lead, mark] = idTitle.exec(line) ?? [];
  if (lead === undefined) return undefined;
  return { name: nameIn(line, lead.length, mark, place), outline: false, needsSteps: true };
}

/** The rest of a title line, without the mark that ends it. */
function nameIn(line: string, from: number, mark: string | undefined, place: Span): Located {
  let rest = line.slice(from).trimEnd();
  if (mark !== undefined && rest.endsWith(mark)) rest = rest.slice(0, -mark.length);
  const at = trimmedSpan(rest, { start: 0, end: rest.length });
  const start = place.start + from + at.start;
  return { value: rest.slice(at.start, at.end), span: { start, end: start + at.end - at.start } };
}
