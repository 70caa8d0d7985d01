import type { Scenario } from '../../documents/testCase/testCase.js';
import { isInProgress } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { scenarioLabel } from '../testCase/scenarioLabel.js';
import { choosing, citation } from '../support/writing.js';

export const scenarioWithoutCriterion = defineRule({
  code: 'PW704',
  name: 'scenario-without-criterion',
  summary: 'A scenario names no criterion or requirement, but most others of the item do',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A scenario counts for the criteria it names. One that names none counts for nothing, and usually its criterion then seems to have no scenario.',
  fix: 'Name the criterion or requirement at the end of the heading, or in a tag. If it goes beyond the spec, extend the spec first. Reported as a warning while the item is in progress and a criterion has no scenario, otherwise as information. Nothing is reported if fewer than half of the scenarios name anything, for scenarios that name a row of the Security Scope (`SEC-7`), and for archived items.',
  pactkit: 'PactKit does not check this.',
  suspects: ({ model }, { item, archived }) =>
    !archived && item?.spec !== undefined && model.scenarios.some(({ cites }) => cites.length === 0),
  *check(document, { item }) {
    if (!item) return;
    const { requirements, criteria, scenarios } = item.coverage;
    const silent = scenarios.filter(({ scenario }) => scenario.cites.length === 0 && !namesSecurityCheck(scenario));
    if (requirements.length + criteria.length === 0 || silent.length * 2 >= scenarios.length) return;
    const waits = [...criteria, ...requirements].some((trace) => trace.scenarios.length === 0);
    const severity = waits && isInProgress(item) ? 'warning' : 'info';
    for (const { scenario, document: own } of silent) {
      if (own !== document) continue;
      yield {
        span: scenario.id?.span ?? scenario.headingSpan,
        anchor: scenario.id?.value ?? scenario.name.value,
        severity,
        message: `${scenarioLabel(scenario)} names no criterion or requirement, so it counts for none. Add the one it shows to its heading, as in \`(AC1)\`.`,
        otherFixes: choosing([...new Set(criteria.map(({ criterion }) => criterion.id))], (id) => ({
          title: `Name ${id} here`,
          safe: false,
          edits: [citation(document.text, scenario.name.span, id)],
        })),
      };
    }
  },
});

function namesSecurityCheck({ name, group, tags }: Scenario): boolean {
  return [name.value, group?.heading.text ?? '', ...tags.map(({ value }) => value)].some((text) =>
    /\bSEC-\d/u.test(text),
  );
}
