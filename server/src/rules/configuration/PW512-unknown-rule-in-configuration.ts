import { defineRule, type Report } from '../rule.js';
import { nearestRule } from './nearestRule.js';

export const unknownRuleInConfiguration = defineRule({
  code: 'PW512',
  name: 'unknown-rule-in-configuration',
  summary: 'The configuration names a rule that does not exist',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['config'],
  why: 'The setting has no effect: the intended rule keeps its severity.',
  fix: 'Use the code or the name of a rule. `pactwright rules` lists all of them.',
  pactkit: 'PactKit does not read this file, and has no severities to set.',
  *check({ model }, { knownRules }): Generator<Report> {
    if (model.root?.kind !== 'map') return;
    const settings = model.root.pairs.find(({ key }) => key.value === 'rules')?.value;
    if (settings?.kind !== 'map') return;
    const known = new Set(knownRules.flatMap(({ code, name }) => [code, name]));
    const set = new Set(settings.pairs.map(({ key }) => key.value));
    for (const { key } of settings.pairs) {
      if (known.has(key.value)) continue;
      const nearest = nearestRule(key.value, knownRules);
      yield {
        span: key.span,
        message: `There is no rule \`${key.value}\`, so this setting has no effect. ${nearest === undefined ? 'Run `pactwright rules` for a list.' : `Did you mean \`${nearest}\`?`}`,
        ...(nearest === undefined || set.has(nearest)
          ? {}
          : {
              fix: {
                title: `Change it to \`${nearest}\``,
                safe: false,
                edits: [{ span: key.span, newText: nearest }],
              },
            }),
      };
    }
  },
});
