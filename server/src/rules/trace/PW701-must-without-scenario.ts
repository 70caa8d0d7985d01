import { isDone, isInProgress } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { headingPlace, titlePlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { listed } from '../support/steps.js';
import { newScenarios, newTestCase } from './newScenarios.js';
import { scenarioGaps } from './scenarioGaps.js';

export const mustWithoutScenario = defineRule({
  code: 'PW701',
  name: 'must-without-scenario',
  summary: 'No scenario shows that a requirement is met that MUST be',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'What must be met has to be shown to be met. A requirement without a scenario is the one that nobody tests, and the item is called done without it.',
  ok: '`### R1: Keep the cart (MUST)` and `### AC1: Reload keeps it (R1)` in the spec, `## TC-1: reload (AC1)` in the test cases.',
  notOk:
    '`### R2: Expire it (MUST)` in the spec, and no scenario in the test cases that names R2 or a criterion of it.',
  fix: 'Write a scenario that names the requirement, or one of the criteria that cite it: `## TC-2: expiry (AC2)`. The quick fix adds one for each of its criteria. It is an error once the item is in progress or done, by the board or its Status, and information before. An item without any test case is left to PW626; where the project keeps the convention `testCases`, one warning says so while the item is in progress. Where the scenarios name nothing at all, one information says that. Archived items are left alone.',
  pactkit: '`pactkit trace` lists requirements without test cases, by a search for their ids in all the text.',
  *check(document, { item, archived, conventions, configuration }) {
    if (archived || !item) return;
    const { musts, scenarios } = scenarioGaps(item);
    if (musts.length === 0) return;
    const ids = musts.map(({ requirement }) => requirement.id);
    const requirements = findSection(document.model, 'requirements');
    const place = requirements ? headingPlace(requirements.heading) : titlePlace(document);
    if (scenarios === 'missing') {
      if (item.testCases.length > 0 || !conventions.testCases.enforced || !isInProgress(item)) return;
      yield {
        span: place,
        anchor: 'test cases',
        severity: 'warning',
        message: `${item.id} is in progress and has no test cases, so nothing will show that ${some(ids)} met. Write ${configuration.paths.testCases}/${item.id}_case.md.`,
        ...newTestCase(document, configuration.paths.testCases),
      };
      return;
    }
    const related = item.testCases.map((testCase) => ({
      document: testCase,
      span: titlePlace(testCase),
      message: `The test cases of ${item.id}`,
    }));
    if (scenarios === 'unlinked') {
      yield {
        span: place,
        anchor: 'scenarios name nothing',
        severity: 'info',
        message: `No scenario of ${item.id} names a requirement or criterion, so nothing says that ${some(ids)} met. Name them at the end of each scenario's heading, as in \`## TC-1: name (AC1)\`.`,
        related,
      };
      return;
    }
    const severity = isInProgress(item) || isDone(item) ? 'error' : 'info';
    for (const { requirement, criteria } of musts) {
      const { id, idSpan } = requirement;
      const cited = criteria.map(({ criterion }) => criterion.id);
      yield {
        span: idSpan,
        anchor: id,
        severity,
        message: `${id} MUST be met, but no scenario names it${cited.length > 0 ? ` or ${some(cited, '')}` : ''}, so nothing shows that it is. Write a scenario, or name ${cited[0] ?? id} in the one that shows it.`,
        related,
        ...newScenarios(item, criteria),
      };
    }
  },
});

function some(ids: readonly string[], verb = ids.length === 1 ? ' is' : ' are'): string {
  return ids.length > 12 ? `${ids.slice(0, 12).join(', ')} …${verb}` : `${listed(ids)}${verb}`;
}
