import { criterionKey } from '../../documents/spec/criterionKey.js';
import { isDone, isInProgress } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { newScenarios } from './newScenarios.js';
import { scenarioGaps } from './scenarioGaps.js';

export const criterionWithoutScenario = defineRule({
  code: 'PW703',
  name: 'criterion-without-scenario',
  summary: 'No scenario names an acceptance criterion',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  together: (count) =>
    `No scenario names ${count} of the criteria, so they will not be tested. Write scenarios, or add the criteria to the headings of those that show them.`,
  documents: ['spec'],
  why: 'A criterion says when the work is accepted, and its scenario tests that. A criterion without a scenario is never tested.',
  fix: 'Write a scenario that names the criterion; the quick fix starts it with the criterion’s own steps. Reported as a warning once the item is in progress or done, and as information before. If no scenario shows the requirement of the criterion, PW701 or PW702 reports it. Items whose scenarios name no criterion at all, items without test cases and archived items are skipped.',
  pactkit: 'PactKit does not compare the two documents.',
  suspects: (_, { item, archived }) => !archived && item !== undefined && scenarioGaps(item).criteria.length > 0,
  *check(_, { item }) {
    if (!item) return;
    const { criteria } = scenarioGaps(item);
    const severity = isInProgress(item) || isDone(item) ? 'warning' : 'info';
    const keyOf = criterionKey(item.coverage.criteria.map(({ criterion }) => criterion));
    for (const trace of criteria) {
      const { id, idSpan } = trace.criterion;
      const key = keyOf(trace.criterion);
      yield {
        span: idSpan,
        anchor: id,
        severity,
        message: `No scenario names ${id}, so it will not be tested. Write one, or add ${key} to the heading of the one that does.`,
        related: item.testCases.map((testCase) => ({
          document: testCase,
          span: titlePlace(testCase),
          message: `The test cases of ${item.id}`,
        })),
        ...newScenarios(item, [trace]),
      };
    }
  },
});
