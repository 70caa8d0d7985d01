import type { Located } from '../../markdown/span.js';
import type { GherkinScenario } from './gherkinFence.js';
import { citesOf, splitTestCaseId } from './scenarioNames.js';
import type { Scenario, ScenarioGroup } from './testCase.js';

/**
 * A scenario of Gherkin as a scenario of a test case. Its id is what its name begins with, or a tag such as `@TC-1`.
 *
 * @param group the heading above the fence it is in.
 */
export function toScenario(scenario: GherkinScenario, group?: ScenarioGroup): Scenario {
  const { name, titleSpan, span, tags, inheritedTags, background, steps, outline, examples } = scenario;
  const named = splitTestCaseId(name);
  const id = named.id ?? tags.map(idOfTag).find((found) => found !== undefined);
  return {
    name: named.name,
    headingSpan: titleSpan,
    span,
    cites: citesOf([name, ...tags, ...inheritedTags], group?.cites),
    tags,
    steps,
    outline: outline || examples.length > 0,
    examples,
    form: 'gherkin',
    ...(id ? { id } : {}),
    ...(group ? { group } : {}),
    ...(background.length > 0 ? { background } : {}),
  };
}

function idOfTag({ value, span }: Located): Located | undefined {
  const { id, name } = splitTestCaseId({ value: value.slice(1), span: { start: span.start + 1, end: span.end } });
  return name.value === '' ? id : undefined;
}
