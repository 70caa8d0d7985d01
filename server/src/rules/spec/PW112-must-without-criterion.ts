import type { ItemTrace } from '../../trace/graph.js';
import { isDone, isInProgress } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { scenarioGaps } from '../trace/scenarioGaps.js';
import { eased } from '../support/circumstances.js';
import { uncoveredRequirements } from '../support/coverage.js';
import { headingPlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import { listed } from '../support/steps.js';
import { citing, newCriterion } from '../support/writing.js';

/** Once work has started, what no scenario shows is an error of its own (PW701). */
function isTold(id: string, item: ItemTrace | undefined): boolean {
  if (!item || !(isInProgress(item) || isDone(item))) return false;
  const { scenarios, musts } = scenarioGaps(item);
  return scenarios === 'linked' && musts.some(({ requirement }) => requirement.id === id);
}

export const mustWithoutCriterion = defineRule({
  code: 'PW112',
  name: 'must-without-criterion',
  summary: 'No criterion names a requirement that MUST be met',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A MUST needs evidence that it is met. Without a criterion nobody writes a test for it, and it is the requirement that is missing at the end.',
  fix: 'Write a criterion with the requirement in parentheses at the end of its heading, or name it in the criterion that already covers it. `R1-R4` names all four. Reported as a warning while the item is in progress, and as information before and after. If the criteria of a spec name no requirement at all, it is reported once for the whole spec, as information (with a single such requirement only if no spec of the project has criteria that name one). Specs of archived items are skipped, and so are requirements that PW701 reports.',
  pactkit:
    'PactKit warns about every requirement that is not named (W007) and does not expand ranges. Here W007 leaves MUST requirements to this rule. Under `compat` only W007 reports.',
  suspects: (document) => uncoveredRequirements(document).length > 0,
  *check(document, context) {
    const { model, facts } = document;
    const { citedRequirements } = context.habits;
    const ease = eased(document, context, { archived: 'silent' });
    if (context.compat !== undefined || !ease || model.criteria.length === 0) return;
    const uncovered = uncoveredRequirements(document).filter(
      ({ must, requirement }) => must && !isTold(requirement.id, context.item),
    );
    const section = findSection(model, 'acceptanceCriteria');
    const alone = uncovered.length === 1 && citedRequirements;
    if (section && uncovered.length > 0 && !alone && model.criteria.every(({ cites }) => cites.length === 0)) {
      const ids = uncovered.map(({ requirement }) => requirement.id);
      yield {
        span: headingPlace(section.heading),
        anchor: 'no criterion names a requirement',
        severity: 'info',
        message: `No criterion of this spec names a requirement, so nothing shows that ${listed(ids.slice(0, 12))}${ids.length > 12 ? ' …' : ''} ${ids.length === 1 ? 'is' : 'are'} met. Put the requirement in parentheses at the end of each criterion's heading, as in \`### AC1: name (R1)\`.`,
      };
      return;
    }
    const severity = specProgress(facts) === 'inProgress' ? {} : { severity: 'info' as const };
    for (const { requirement } of uncovered) {
      const { id, idSpan } = requirement;
      const fix = newCriterion(document, requirement);
      yield {
        span: idSpan,
        anchor: id,
        message: `${id} MUST be met, but no acceptance criterion names it, so nothing will show that it is. Add \`(${id})\` to the criterion that covers it, or write one.`,
        ...(fix ? { fix } : {}),
        otherFixes: citing(document, id, model.criteria),
        ...severity,
        ...ease,
      };
    }
  },
});
