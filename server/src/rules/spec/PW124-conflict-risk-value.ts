import { specProgress } from '../../documents/spec/specStatus.js';
import { defineRule } from '../rule.js';
import { type Located } from '../../markdown/span.js';
import { none } from '../../base/same.js';
import { excerpt } from '../../base/excerpt.js';
import { plainTwin } from '../support/plainTwin.js';
import { specCheck } from '../support/specCheck.js';
import { choosing, replacing } from '../support/writing.js';

const risk = plainTwin(
  String.raw`^[*_\x60\s]*(LOW|MEDIUM|HIGH)(?![\p{L}\p{N}])(?!\s*(?:\/|\||\bor\b|,)\s*(?:LOW|MEDIUM|HIGH)\b)`,
  'iu',
);
const levels: readonly string[] = ['LOW', 'MEDIUM', 'HIGH'];
const undecided = /^[*_`\s]*(?:TODO|TBD)\b/u;

const isRisk = ({ value }: Located): boolean => value.length === 13 && value.toLowerCase() === 'conflict risk';

export const conflictRiskValue = defineRule({
  code: 'PW124',
  name: 'conflict-risk-value',
  summary: 'The Conflict risk is not LOW, MEDIUM or HIGH',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Items are worked on in parallel if the risk of conflicts is low. A value that is none of the three cannot be evaluated.',
  fix: 'Write one of LOW, MEDIUM and HIGH. A reason may follow: `LOW — only new files`. Reported as information if the item is archived, or if a draft still says TODO.',
  pactkit: 'PactKit only requires the row to exist (W011).',
  suspects: ({ model }) => {
    for (const { key, value } of model.dependencySurface?.rows ?? none)
      if (isRisk(key) && !levels.includes(value.value)) return true;
    return false;
  },
  check: specCheck('info', function* ({ model, facts }) {
    for (const { key, value, span } of model.dependencySurface?.rows ?? []) {
      if (!isRisk(key) || risk(value.value).test(value.value)) continue;
      yield {
        span: value.value === '' ? span : value.span,
        anchor: 'Conflict risk',
        // The template asks for a decision that a draft need not have made.
        ...(specProgress(facts) === 'draft' && undecided.test(value.value) ? { severity: 'info' as const } : {}),
        message: `The Conflict risk ${value.value === '' ? 'is empty' : `"${excerpt(value.value, 40)}" is not one of the three levels`}, so nobody can tell whether the item can be worked on in parallel with others. Start it with LOW, MEDIUM or HIGH.`,
        otherFixes: choosing(levels, (level) =>
          replacing(`Set the Conflict risk to ${level}`, value.span, value.value === '' ? `${level} ` : level),
        ),
      };
    }
  }),
});
