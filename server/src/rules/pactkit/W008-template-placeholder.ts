import type { Section } from '../../documents/spec/spec.js';
import { sectionNames } from '../../documents/spec/spec.js';
import { sentenceSections, templateSentences } from '../../documents/spec/specTemplate.js';
import type { Span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { mayHoldPlaceholders } from '../support/placeholders.js';
import { hasStatus } from '../../documents/spec/specStatus.js';
import { proseOf } from '../support/prose.js';
import { findSection } from '../support/sections.js';

const sieve = /\((?:Description of the problem|Trace call chain)/u;

export const templatePlaceholder = defineRule({
  code: 'W008',
  name: 'template-placeholder',
  summary: 'Background or Target Call Chain still contains the template text',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'The section exists, but nobody has written it. To tools that only look for the heading, the spec seems complete. In a Draft this is expected, so there it is information.',
  fix: 'Replace the template text, or remove the section.',
  pactkit: 'The same, including Drafts; there the sentence also counts in HTML comments and `~~~` fences.',
  suspects: mayHoldPlaceholders,
  *check(document) {
    for (const name of sentenceSections) {
      const section = findSection(document.model, name);
      const span = section && placeholderIn(document.text, section, templateSentences[name]);
      if (!span) continue;
      yield {
        span,
        anchor: sectionNames[name],
        message: `The ${sectionNames[name]} section still contains the template text. Replace it, or remove the section.`,
        ...(hasStatus(document, 'Draft') ? { severity: 'info' as const } : {}),
      };
    }
  },
});

function placeholderIn(text: string, { blocks }: Section, placeholder: string): Span | undefined {
  for (const prose of proseOf({ text }, blocks, sieve)) {
    const at = prose.text.indexOf(placeholder);
    if (at >= 0) return { start: prose.span.start + at, end: prose.span.start + at + placeholder.length };
  }
  return undefined;
}
