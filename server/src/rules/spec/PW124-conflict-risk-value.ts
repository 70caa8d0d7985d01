import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { plainTwin } from '../support/plainTwin.js';
import { specCheck } from '../support/specCheck.js';

const risk = plainTwin(/^[*_`\s]*(LOW|MEDIUM|HIGH)(?![\p{L}\p{N}])(?!\s*(?:\/|\||\bor\b|,)\s*(?:LOW|MEDIUM|HIGH)\b)/iu);

export const conflictRiskValue = defineRule({
  code: 'PW124',
  name: 'conflict-risk-value',
  summary: 'The Conflict risk is not LOW, MEDIUM or HIGH',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: "Items are worked on side by side where the risk that they get in each other's way is low. A value that is none of the three cannot be weighed.",
  ok: '## Dependency Surface\n\n| Field | Value |\n|-------|-------|\n| Conflict risk | LOW |\n',
  notOk: '## Dependency Surface\n\n| Field | Value |\n|-------|-------|\n| Conflict risk | LOW / MEDIUM / HIGH |\n',
  fix: 'Write one of LOW, MEDIUM and HIGH. A reason may follow: `LOW — only new files`. In a spec whose item is in the archive this is information.',
  pactkit: 'PactKit only wants the row to be there (W011).',
  check: specCheck('info', function* ({ model }) {
    for (const { key, value, span } of model.dependencySurface?.rows ?? []) {
      if (key.value.toLowerCase() !== 'conflict risk' || risk(value.value).test(value.value)) continue;
      yield {
        span: value.value === '' ? span : value.span,
        anchor: 'Conflict risk',
        message: `The Conflict risk ${value.value === '' ? 'is empty' : `"${excerpt(value.value, 40)}" is not one of the three levels`}, so nobody can tell if the item may be worked on beside others. Begin it with LOW, MEDIUM or HIGH.`,
      };
    }
  }),
});
