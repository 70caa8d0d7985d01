import { contextSections } from '../../documents/context/context.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';

export const contextSectionMissing = defineRule({
  code: 'PW402',
  name: 'context-section-missing',
  summary: 'The session context lacks one of its seven sections',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['context'],
  why: 'An agent that starts a session reads here what is going on. What is missing it has to guess.',
  ok: '# Project Context (Auto-generated)\n\n## Sprint Status\n\n## Current Stories\n\n## Recent Completions\n\n## Active Branches\n\n## Key Decisions\n\n## Next Recommended Action\n\n## Agent Continuation\n',
  notOk: '# Project Context (Auto-generated)\n\n## Sprint Status\n\n## Current Stories\n',
  fix: 'Generate the file again; or add the heading and, where there is nothing to say, `None` below it.',
  pactkit: '`lint-context` fails for each missing section. `pactkit context` writes all seven.',
  *check(document) {
    const found = new Set(document.model.sections.map(({ text }) => text));
    for (const section of contextSections) {
      if (found.has(section)) continue;
      yield {
        span: titlePlace(document),
        anchor: `section ${section}`,
        message: `The section \`## ${section}\` is missing, so an agent that starts here does not learn it. Generate the file again, or add the section.`,
      };
    }
  },
});
