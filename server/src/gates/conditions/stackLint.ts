import type { Condition } from '../condition.js';
import { askCommand, howItEnded } from '../support/commandRuns.js';
import { outcomeOf } from '../support/outcomes.js';

export const stackLint: Condition = {
  name: 'stack-lint',
  title: 'The project’s own lint command passes',
  why: 'Runs `gates.commands.lint` if the project declares it.',
  gates: ['check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: async (context) => {
    if (!context.configuration.gates.commands.has('lint'))
      return { state: 'pass', summary: 'the project declares no lint command' };
    const asked = await askCommand(context, 'lint');
    if (asked.kind === 'unknown') return asked.outcome;
    return outcomeOf(
      asked.problems,
      {
        pass: 'the lint command passes',
        fail: `the lint command ${asked.run.code === 0 ? 'changed the sources' : howItEnded(asked.run)}`,
        next: 'Fix what the command reports, and run the gate again',
      },
      [asked.run.evidence],
    );
  },
};
