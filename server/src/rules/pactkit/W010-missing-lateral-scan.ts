import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { findSection } from '../support/sections.js';

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
  why: 'A design is made after looking for what is already there. The lateral scan says what was found and why it is reused or not; without it the same thing gets built twice.',
  ok: '## Technical Design\n\n### Lateral Scan Results\n\n- `cartStore` writes already: extended\n',
  notOk: '## Technical Design\n\nA new store.\n',
  fix: 'Add `### Lateral Scan Results` with what was found in the code and what follows from it. It is information where the Status is Done. A spec whose item is in the archive is left alone.',
  pactkit: 'The same since 2.11; the text of the heading may stand anywhere there, in a sentence, too.',
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
      message: `The Technical Design has no \`### ${lateralScan}\`, so nobody can tell whether what it builds is there already. Add what was found in the code and what follows from it.`,
      ...ease,
    };
  },
});
