import { findRule } from '../../rules/findRule.js';
import { defineQuery } from './query.js';

/** What a finding's code means. */
export const rule = defineQuery({
  name: 'rule',
  summary: 'Explains a rule: what it reports, why, and how to fix it',
  details: 'As Markdown, with examples.',
  example: { code: 'PW612' },
  fields: {
    code: {
      type: 'text',
      required: true,
      positional: true,
      description: 'a code such as E005, or a name',
      completes: 'rule',
    },
  },
  readOnly: true,
  ask: async (_scene, { code }) => {
    const { allRules } = await import('../../rules/registry.js');
    const { renderRulePage } = await import('../../rules/reference.js');
    const found = findRule(code, allRules, 'rule');
    return {
      message: await renderRulePage(found),
      data: { code: found.code, name: found.name, severity: found.severity },
    };
  },
});
