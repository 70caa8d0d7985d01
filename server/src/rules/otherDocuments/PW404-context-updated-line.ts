import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { titlePlace } from '../support/place.js';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
const example = '`> Last updated: 2026-03-01T10:00:00+01:00 by pactkit context`';

export const contextUpdatedLine = defineRule({
  code: 'PW404',
  name: 'context-updated-line',
  summary: 'The session context does not say when it was generated, or by what',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['context'],
  why: 'This line shows people and agents whether the context is from today or from last month.',
  fix: `Regenerate the file, or add the line below the title: ${example}. A line without a command is only information.`,
  pactkit: 'PactKit writes this line but never reads it.',
  *check(document) {
    const { updated } = document.model;
    if (!updated) {
      yield {
        span: titlePlace(document),
        anchor: 'updated',
        message: `Nothing says when this context was generated, so nobody can tell whether it is current. Regenerate it, or add a line such as ${example}.`,
      };
      return;
    }
    const at = updated.at.value.trim();
    if (!instant.test(at) || Number.isNaN(Date.parse(at))) {
      yield {
        span: at === '' ? updated.span : updated.at.span,
        anchor: 'updated at',
        message: `"${excerpt(at)}" is not a valid time, so nobody can tell how old this context is. Write it as in ${example}.`,
      };
    } else if (!updated.by) {
      yield {
        span: updated.span,
        anchor: 'updated by',
        severity: 'info',
        message: `The line does not say what generated the context. Add it, as in ${example}.`,
      };
    }
  },
});
