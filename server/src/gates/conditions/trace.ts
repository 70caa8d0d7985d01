import { scenarioLabel } from '../../rules/testCase/scenarioLabel.js';
import { count } from '../../base/count.js';
import type { CriterionTrace, ItemTrace, RequirementTrace, ScenarioTrace } from '../../trace/graph.js';
import { openGaps, type WayPart } from '../../trace/gaps.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { isOwed, owedCriteria, running } from '../../trace/obligations.js';
import { codeUnread, lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const trace: Condition = {
  name: 'trace',
  title: 'Every requirement traces to a test',
  why: 'If the trace from a requirement through criteria and scenarios to a test is broken, nothing shows that it is met. This is the same trace as in the matrix. MAY requirements are left out, and so are all but MUST requirements with a `DEFERRED(SHOULD)` note. If no scenario names any criterion, it is enough that tests do.',
  gates: ['check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { item, project } = context;
    if (!item.spec)
      return {
        state: 'unknown',
        summary: `${item.id} has no spec, so there is nothing to trace`,
        next: `Write ${context.configuration.paths.specs}/${item.id}.md, or run the gate with the profile hotfix`,
      };
    if (!project.code) return codeUnread;
    const { requirements, scenarios } = item.coverage;
    const problems = Array.from(openGaps(item, true).keys(), (part) => problemOf(item, part));
    return outcomeOf(
      problems,
      {
        pass: `${count(requirements.filter(isOwed).length, 'requirement')}, ${count(owedCriteria(item).length, 'criterion', 'criteria')} and ${count(scenarios.length, 'scenario')} trace to tests`,
        fail: `${count(problems.length, 'gap')} between requirements and tests`,
        next: `Close the gaps: \`pactwright trace ${item.id} --gaps\` shows them`,
      },
      [lookedAt(context, `the requirements, criteria, scenarios and tests of ${item.id}`)],
    );
  },
};

function problemOf(item: ItemTrace, part: WayPart): Problem {
  if ('requirement' in part) return requirementProblem(item, part);
  return 'criterion' in part ? criterionProblem(item, part) : scenarioProblem(part);
}

function requirementProblem({ spec }: ItemTrace, { requirement: { id, idSpan } }: RequirementTrace): Problem {
  return {
    message: `No criterion, scenario or test names ${id}`,
    ...(spec ? { place: placeOf(spec, idSpan) } : {}),
  };
}

function criterionProblem({ spec }: ItemTrace, { criterion: { id, idSpan }, tests }: CriterionTrace): Problem {
  const untested =
    running(tests).length > 0 ? '' : `, and ${tests.length === 0 ? 'no test does' : 'its tests are skipped'}`;
  return {
    message: `No scenario names ${id}${untested}`,
    ...(spec ? { place: placeOf(spec, idSpan) } : {}),
  };
}

function scenarioProblem({ document, scenario, tests }: ScenarioTrace): Problem {
  return {
    message: `${scenarioLabel(scenario)} ${tests.length === 0 ? 'has no test' : 'has only tests that are skipped'}`,
    place: placeOf(document, scenario.id?.span ?? scenario.headingSpan),
  };
}
