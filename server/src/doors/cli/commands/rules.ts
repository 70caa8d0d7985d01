import { renderRulePage } from '../../../rules/reference.js';
import { allRules } from '../../../rules/registry.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../io.js';
import { findRule } from '../../../rules/findRule.js';

/** `pactwright rules`. */
export const rules = defineCommand({
  name: 'rules',
  summary: 'Lists the rules, or explains one',
  fields: {
    code: {
      type: 'text',
      positional: true,
      description: 'a code such as E005, or a name; case does not matter',
      completes: 'rule',
    },
  },
  examples: [['rules PW101', 'why a rule exists and what to do']],
  exitCodes: { 0: 'shown' },
  run: async ({ code }, io) => {
    io.out(code === undefined ? list() : await renderRulePage(findRule(code, allRules, 'rules')));
    return exitCodes.fine;
  },
});

function list(): string {
  const width = Math.max(...allRules.map(({ code }) => code.length));
  return allRules
    .map(({ code, severity, summary }) => `${code.padEnd(width)}  ${severity.padEnd(7)}  ${summary}\n`)
    .join('');
}
