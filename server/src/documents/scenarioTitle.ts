import type { Located, Span } from '../markdown/span.js';
import { trimmedSpan } from './textLines.js';

/** A line of Markdown that begins a scenario. */
export interface ScenarioTitle {
  readonly name: Located;
  readonly outline: boolean;
}

const title = /^\s*(\*\*|__)?Scenario(\s+(?:Outline|Template))?(?:\s+\d+)?(?:\*\*|__)?\s*[:：](?:\*\*|__)?/iu;

/**
 * Reads `**Scenario: name**`, `**Scenario**: name`, `Scenario 2: name` and `Scenario Outline: name`; undefined for any other
 * line.
 *
 * @param line the text at `place`.
 */
export function readScenarioTitle(line: string, place: Span): ScenarioTitle | undefined {
  const match = title.exec(line);
  if (!match) return undefined;
  const [lead, mark, outline] = match;
  let rest = line.slice(lead.length).trimEnd();
  if (mark !== undefined && rest.endsWith(mark)) rest = rest.slice(0, -mark.length);
  const at = trimmedSpan(rest, { start: 0, end: rest.length });
  const start = place.start + lead.length + at.start;
  const name = { value: rest.slice(at.start, at.end), span: { start, end: start + at.end - at.start } };
  return { name, outline: outline !== undefined };
}
