import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import { uncoveredRequirements } from '../support/coverage.js';
import { citing, newCriterion } from '../support/writing.js';

export const requirementWithoutCriterion = defineRule({
  code: 'W007',
  name: 'requirement-without-criterion',
  summary: 'No acceptance criterion names the requirement',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'If no criterion names a requirement, nothing verifies it, or nobody can find what does. MUST requirements are reported by PW112, all others by this rule.',
  fix: 'Name the requirement in the heading of the criterion that checks it, as in `### AC1: name (R1)` or `(R1-R3)`, or write the criterion. Reported as a warning while the item is in progress and criteria of its spec name requirements. Before and after that, and if criteria name none at all, it is information. Specs of archived items are skipped.',
  pactkit:
    'PactKit warns about every requirement, MUST or not, and so does this rule under `compat`. Ranges are not expanded there: `R1-R3` leaves R2 uncovered.',
  suspects: (document) => uncoveredRequirements(document).length > 0,
  *check(document, context) {
    const ease = eased(document, context, { archived: 'silent' });
    if (!ease) return;
    const uncovered = uncoveredRequirements(document);
    const { facts, model } = document;
    const { habits, compat } = context;
    const worthIt = specProgress(facts) === 'inProgress' && habits.citedRequirements && facts.citesRequirements;
    for (const { requirement, must } of uncovered) {
      if (must && compat === undefined) continue;
      const fix = newCriterion(document, requirement);
      const level = requirement.level?.value ?? requirement.keyword?.value;
      yield {
        span: headingPlace(requirement.heading),
        anchor: requirement.id,
        message: `No acceptance criterion names ${requirement.id}${level === undefined ? '' : ` (${level})`}, so nothing shows what verifies it. Add \`(${requirement.id})\` to the heading of the criterion that does, or write one.`,
        ...(fix ? { fix } : {}),
        otherFixes: citing(document, requirement.id, model.criteria),
        ...(worthIt ? ease : { severity: 'info' as const }),
      };
    }
  },
});
