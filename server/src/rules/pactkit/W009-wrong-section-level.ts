import { sectionNames } from '../../documents/spec/spec.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { wrongLevelHeading, findSection, levelledSections } from '../support/sections.js';

export const wrongSectionLevel = defineRule({
  code: 'W009',
  name: 'wrong-section-level',
  summary: 'The heading of a required section is at level 1, 3 or 4 instead of 2',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'Requirements, Acceptance Criteria and Security Scope are only found as `##` headings. At another level people see the section, but for tools it is missing with everything in it.',
  fix: 'Write the heading with two hashes; the quick fix does this. It is an error because the section counts as missing, and information in the short spec of a HOTFIX. Specs of archived items are skipped.',
  pactkit:
    'PactKit warns about the level and also reports the missing section as E003, E005 or E009. Under `compat` both are reported.',
  suspects: ({ model }) => levelledSections.some((name) => findSection(model, name) === undefined),
  *check(document, context) {
    for (const name of levelledSections) {
      const heading = wrongLevelHeading(document.model, name);
      if (!heading) continue;
      const ease = eased(document, context, { archived: 'silent', hotfix: 'info' });
      if (!ease) return;
      const expected = `## ${sectionNames[name]}`;
      yield {
        span: headingPlace(heading),
        anchor: `section ${sectionNames[name]}`,
        message: `\`${'#'.repeat(heading.level)} ${sectionNames[name]}\` is a level-${heading.level} heading, but tools only find the section at level 2. Write \`${expected}\`.`,
        ...ease,
        fix: {
          title: `Write \`${expected}\``,
          safe: true,
          edits: [
            heading.style === 'atx'
              ? { span: heading.markerSpan, newText: '##' }
              : { span: heading.span, newText: expected },
          ],
        },
      };
    }
  },
});
