import type { Scenario } from '../../documents/testCase/testCase.js';
import { isInProgress } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { scenarioLabel } from '../testCase/scenarioLabel.js';

export const scenarioWithoutCriterion = defineRule({
  code: 'PW704',
  name: 'scenario-without-criterion',
  summary: 'A scenario names no criterion and no requirement, though most others of the item do',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A scenario that says what it shows counts where that is asked for. One that does not is passed over in every count, and mostly it is the one whose criterion then seems to be missing a scenario.',
  ok: '`## TC-1: reload keeps the cart (AC1)`',
  notOk: '`## TC-1: reload keeps the cart (AC1)` and `## TC-2: the cart expires`',
  fix: 'Name the criterion or requirement at the end of the heading, or in a tag. What is beyond the spec belongs into the spec first. It is a warning while the item is in progress and a criterion waits for a scenario, and information else. Where fewer than half of the scenarios name anything, for scenarios that name a row of the Security Scope (`SEC-7`), and for archived items, nothing is said.',
  pactkit: 'PactKit does not look.',
  *check(document, { item, archived }) {
    if (archived || !item?.spec) return;
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
      };
    }
  },
});

function namesSecurityCheck({ name, group, tags }: Scenario): boolean {
  return [name.value, group?.heading.text ?? '', ...tags.map(({ value }) => value)].some((text) =>
    /\bSEC-\d/u.test(text),
  );
}
