import type { ParsedDocument } from '../../documents/document.js';
import type { Scenario } from '../../documents/testCase/testCase.js';
import { memoFor } from '../../base/memo.js';
import type { Located } from '../../markdown/span.js';

const stepLike =
  /^(?:[-*+•]\s+|\d{1,9}[.)]\s+)?(?:\*\*|__|\*|_)?(?<keyword>Given|When|Then|And|But)(?![\p{L}\p{N}_-])/u;

/** The keyword of a line that a person takes for a step. */
export function stepKeywordOf({ value }: Located): string | undefined {
  return stepLike.exec(value)?.groups?.['keyword'];
}

/** The keywords of the steps in a scenario that Gherkin skips, which is a finding of its own. */
export function unreadKeywords({ model }: ParsedDocument<'testCase'>, scenario: Scenario): ReadonlySet<string> {
  return unreadByScenario(model).get(scenario) ?? none;
}

const none: ReadonlySet<string> = new Set();

const unreadByScenario = memoFor(
  ({ scenarios, ignored = [] }: ParsedDocument<'testCase'>['model']): ReadonlyMap<Scenario, ReadonlySet<string>> => {
    const found = new Map<Scenario, Set<string>>();
    let next = 0;
    // Both are in document order.
    for (const line of ignored) {
      while ((scenarios[next]?.span.start ?? Infinity) < line.span.start) next++;
      const keyword = stepKeywordOf(line);
      if (keyword === undefined) continue;
      const owner = scenarios[next - 1];
      if (owner) found.set(owner, (found.get(owner) ?? new Set()).add(keyword));
    }
    return found;
  },
);
