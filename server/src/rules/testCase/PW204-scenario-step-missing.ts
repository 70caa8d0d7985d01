import type { Step } from '../../documents/steps.js';
import type { Scenario } from '../../documents/testCase/testCase.js';
import { type MainKeyword, mentions, missingKeywords, withoutStep, haveUnusualSteps } from '../support/steps.js';
import { defineRule, type Report } from '../rule.js';
import { scenarioLabel } from './scenarioLabel.js';
import { unreadKeywords } from './unreadSteps.js';
import { addingSteps } from '../support/writing.js';

const missingMeans = {
  Given: 'nothing says where it starts',
  When: 'nothing says what is done',
  Then: 'nothing says what to expect, so no test can fail',
} as const;

export const scenarioStepMissing = defineRule({
  code: 'PW204',
  name: 'scenario-step-missing',
  summary: 'A scenario has no Given, no When or no Then',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Given sets the scene, When acts, Then says what to expect. A scenario without Then tests nothing. One without Given or When can be intentional (a check of something static), so that is only information.',
  fix: 'Add the step. A step from the Background counts, and so does a scenario in one sentence that starts with Given or When (`Given …, when …, then …`; `When …, then …`), but not in Gherkin, where a line is one step.',
  pactkit:
    '`lint-testcase` requires each of the three words in bold somewhere in the document, so one complete scenario makes all others pass.',
  suspects: ({ model }) => haveUnusualSteps(model.scenarios),
  *check(document): Generator<Report> {
    const { text, model } = document;
    for (const scenario of model.scenarios) {
      // `*` stands for any keyword.
      const steps = scenario.background ? [...scenario.background, ...scenario.steps] : scenario.steps;
      if (scenario.steps.length === 0 || steps.some(({ keyword }) => keyword === '*')) continue;
      for (const keyword of missingSteps(text, scenario, steps)) {
        if (unreadKeywords(document, scenario).has(keyword)) continue;
        yield {
          span: scenario.headingSpan,
          anchor: `${scenario.id?.value ?? scenario.name.value} ${keyword}`,
          severity: keyword === 'Then' ? 'warning' : 'info',
          message: `${scenarioLabel(scenario)} has no ${keyword} step: ${missingMeans[keyword]}. Add one.`,
          ...(isSentence(text, scenario) ? {} : { fix: addingSteps(document, scenario, [keyword]) }),
        };
      }
    }
  },
});

/** Where one sentence says it all, a step below it would make it read as steps that lack the others. */
function isSentence(text: string, { steps: [first, ...more] }: Scenario): boolean {
  if (!first || more.length > 0 || first.form === 'gherkin') return false;
  const sentence = text.slice(first.keywordSpan.end, first.span.end);
  return mentions(sentence, 'When') || mentions(sentence, 'Then');
}

function missingSteps(text: string, { span }: Scenario, steps: readonly Step[]): readonly MainKeyword[] {
  // To Gherkin a line is one step, whatever words follow.
  if (steps[0]?.form === 'gherkin') return withoutStep(steps);
  return missingKeywords(text, steps, span.end);
}
