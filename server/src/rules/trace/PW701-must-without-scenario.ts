import { isDone, isInProgress } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { headingPlace, titlePlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { listed } from '../support/steps.js';
import { newTestCase, scenariosShowing } from './newScenarios.js';
import { scenarioGaps } from './scenarioGaps.js';

export const mustWithoutScenario = defineRule({
  code: 'PW701',
  name: 'must-without-scenario',
  summary: 'No scenario shows that a MUST requirement is met',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A MUST needs evidence that it is met. Nobody tests a requirement without a scenario, and the item is marked as done without it.',
  fix: 'Write a scenario that names the requirement, or one of the criteria that cite it: `## TC-2: expiry (AC2)`. The quick fix adds one for each of its criteria, or for the requirement if it has none. Reported as an error once the item is in progress or done, by the board or its Status, and as information before. Items without any test case are left to PW626; if the project follows the convention `testCases`, they are reported once, as a warning, while the item is in progress. If the scenarios name nothing at all, that is reported once, as information. If no criterion of the spec names a requirement, all requirements are reported once, with their number. Archived items are skipped.',
  pactkit: '`pactkit trace` lists requirements without test cases, by searching all text for their ids.',
  suspects: (_, { item, archived }) => !archived && item !== undefined && scenarioGaps(item).musts.length > 0,
  *check(document, { item, conventions, configuration }) {
    if (!item) return;
    const { musts, scenarios } = scenarioGaps(item);
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
        message: `No scenario of ${item.id} names a requirement or criterion, so nothing shows that ${some(ids)} met. Name them at the end of each scenario's heading, as in \`## TC-1: name (AC1)\`.`,
        related,
      };
      return;
    }
    const { criteria: written } = document.model;
    if (musts.length > 1 && written.length > 0 && written.every(({ cites }) => cites.length === 0)) {
      yield {
        span: place,
        anchor: 'criteria name no requirement',
        severity: isInProgress(item) || isDone(item) ? 'error' : 'info',
        message: `No criterion of this spec names a requirement, and no scenario names ${some(ids, '')}, so nothing shows that the ${musts.length} MUST be met. Put the requirement in parentheses at the end of each criterion's heading, as in \`### AC1: name (R1)\`.`,
        related: [
          ...musts.map(({ requirement: { id, idSpan } }) => ({ document, span: idSpan, message: `${id} MUST be met` })),
          ...related,
        ],
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
        message: `${id} MUST be met, but no scenario names it${cited.length > 0 ? ` or ${some(cited, '')}` : ''}, so nothing shows that it is. Write a scenario, or add ${cited[0] ?? id} to the one that shows it.`,
        related,
        ...scenariosShowing(item, { requirement, criteria }),
      };
    }
  },
});

function some(ids: readonly string[], verb = ids.length === 1 ? ' is' : ' are'): string {
  return ids.length > 12 ? `${ids.slice(0, 12).join(', ')} …${verb}` : `${listed(ids)}${verb}`;
}
