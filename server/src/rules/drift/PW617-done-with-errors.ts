import { isGivenUp, specProgress } from '../../documents/spec/specStatus.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { statusPlace } from './boardState.js';

const shown = 5;

export const doneWithErrors = defineRule({
  code: 'PW617',
  name: 'done-with-errors',
  summary: 'A spec is Done but has errors',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  lastPass: true,
  documents: ['spec'],
  why: 'An error keeps people or tools from working with the spec. If the item was finished anyway, it was not built from this spec.',
  fix: 'Fix the errors, or change the Status back. Specs of archived items are skipped.',
  pactkit: 'The Act phase runs the spec linter before work starts. Nothing checks again when the item is done.',
  *check(document, { errors, archived }) {
    if (errors.length === 0 || archived || specProgress(document.facts) !== 'done') return;
    if (isGivenUp(document.facts)) return;
    const [first] = errors;
    yield {
      span: statusPlace(document),
      anchor: 'errors',
      message: `The Status says that the item is done, but its spec has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: "${excerpt(first?.message ?? '', 80)}"${errors.length === 1 ? '' : ' and more'}. Fix ${errors.length === 1 ? 'it' : 'them'}, or change the Status back.`,
      related: errors.slice(0, shown).map(({ span, message }) => ({ document, span, message: excerpt(message, 120) })),
    };
  },
});
