import { isGivenUp, specProgress } from '../../documents/spec/specStatus.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { statusPlace } from './boardState.js';

const shown = 5;

export const doneWithErrors = defineRule({
  code: 'PW617',
  name: 'done-with-errors',
  summary: 'The Status of a spec is Done, but rules report errors of it',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  lastPass: true,
  documents: ['spec'],
  why: 'An error is something that keeps people or tools from working by the spec. What was called done with one was done by something else.',
  ok: '| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | Done |\n| Priority | P1 |\n| Release | 1.4.0 |\n\n## Requirements\n\n### R1: Keep the cart (MUST)\n',
  notOk:
    '| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | Done |\n| Priority | P1 |\n| Release | TBD |\n\n## Requirements\n',
  fix: 'Put the errors right, or set the Status back. A spec whose item is in the archive is left alone.',
  pactkit: 'The Act phase runs the spec linter before work begins; nothing looks again when the item is done.',
  *check(document, { errors, archived }) {
    if (errors.length === 0 || archived || specProgress(document.model) !== 'done') return;
    if (isGivenUp(document.model)) return;
    const [first] = errors;
    yield {
      span: statusPlace(document),
      anchor: 'errors',
      message: `The Status says that the item is done, but its spec has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: "${excerpt(first?.message ?? '', 80)}"${errors.length === 1 ? '' : ' and more'}. Put ${errors.length === 1 ? 'it' : 'them'} right, or set the Status back.`,
      related: errors.slice(0, shown).map(({ span, message }) => ({ document, span, message: excerpt(message, 120) })),
    };
  },
});
