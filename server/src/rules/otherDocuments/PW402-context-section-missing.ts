import { contextSections } from '../../documents/context/context.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

export const contextSectionMissing = defineRule({
  code: 'PW402',
  name: 'context-section-missing',
  summary: 'The session context is missing one of its seven sections',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['context'],
  why: 'An agent that starts a session reads this file to find out what is going on. Anything missing it has to guess.',
  fix: 'Regenerate the file; or add the heading and, if there is nothing to say, `None` below it.',
  pactkit: '`lint-context` fails for each missing section. `pactkit context` writes all seven.',
  *check(document) {
    const found = new Set(document.model.sections.map(({ text }) => text));
    for (const section of contextSections) {
      if (found.has(section)) continue;
      yield {
        span: titlePlace(document),
        anchor: `section ${section}`,
        message: `The section \`## ${section}\` is missing, so agents that start here have to guess. Regenerate the file, or add the section.`,
      };
    }
  },
});
