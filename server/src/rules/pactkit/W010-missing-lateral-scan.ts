import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { todo } from '../../documents/toFillIn.js';
import { below } from '../support/writing.js';

const lateralScan = 'Lateral Scan Results';

export const missingLateralScan = defineRule({
  code: 'W010',
  name: 'missing-lateral-scan',
  summary: 'A spec with a Technical Design has no Lateral Scan Results',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.20.0', severity: 'warning' },
  documents: ['spec'],
  why: 'A design starts with a search for what already exists. The lateral scan says what was found and why it is reused or not. Without it, the same thing gets built twice.',
  fix: 'Add `### Lateral Scan Results` with what was found in the code and what it means for the design. Reported as information if the Status is Done. Specs of archived items are skipped.',
  pactkit: 'The same since 2.11, but there the text of the heading may be anywhere, even in a sentence.',
  suspects: ({ model }) => findSection(model, 'technicalDesign') !== undefined,
  *check(document, context) {
    const section = findSection(document.model, 'technicalDesign');
    if (!section) return;
    const found = document.model.headings.some(
      ({ level, text }) => level >= 3 && text.trim().toLowerCase().startsWith(lateralScan.toLowerCase()),
    );
    if (found) return;
    const ease = eased(document, context, { archived: 'silent', done: 'info' });
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'lateral scan',
      message: `The Technical Design has no \`### ${lateralScan}\`, so nobody can tell whether it already exists. Add what was found in the code and what it means for the design.`,
      fix: {
        title: `Add \`### ${lateralScan}\` to fill in`,
        safe: false,
        edits: [below(document, section.span.end, [`### ${lateralScan}`, '', `- ${todo}`])],
      },
      ...ease,
    };
  },
});
