import type { Finding } from '../../rules/finding.js';
import type { ItemTrace } from '../../trace/graph.js';

/** What a template left behind; of a draft the rules say so without blame. */
const leftFromTemplate: ReadonlySet<string> = new Set(['PW113', 'W008', 'E008']);

/** Drift and trace: tests and commits come with the work. */
const aboutWork = /^PW[67]/u;

/**
 * What a plan still lacks: a spec that says nothing yet has no errors. Plan is over when the rules have neither error nor warning about
 * the item's documents, and nothing is left of a template (PactKit's Plan ends so, too).
 */
export function unfinishedPlan(
  findings: readonly Finding[],
  { spec, testCases }: Pick<ItemTrace, 'spec' | 'testCases'>,
): readonly Finding[] {
  const own = new Set([...(spec ? [spec] : []), ...testCases].map(({ path }) => path));
  return findings.filter(
    ({ code, severity, path }) =>
      own.has(path) && (leftFromTemplate.has(code) || (severity !== 'info' && !aboutWork.test(code))),
  );
}
