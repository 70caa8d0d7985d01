import { excerpt } from '../../base/excerpt.js';
import type { ParsedDocument } from '../../documents/document.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import { defineRule } from '../rule.js';
import { type Placeholder, placeholdersIn, mayHoldPlaceholders } from '../support/placeholders.js';
import { specCheck } from '../support/specCheck.js';

export const placeholderText = defineRule({
  code: 'PW113',
  name: 'placeholder-text',
  summary: 'The spec still contains template text or a marker such as TODO',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A placeholder means that a decision is missing. Anyone who works from the spec, person or agent, fills it in as they see fit.',
  fix: 'Write what belongs there, or remove the line. Put an intentional placeholder, such as a path pattern, in backticks. Reported as a warning while the item is in progress, and as information before and after. Equal placeholders of one section are one finding. Specs of archived items are skipped.',
  pactkit:
    'PactKit knows two sentences of its own scaffold, in Background and Target Call Chain (W008), and `TBD` as the Release (E008). Those stay with their rules.',
  suspects: mayHoldPlaceholders,
  check: specCheck('silent', function* (document) {
    const severity = { draft: 'info', inProgress: 'warning', done: 'info', unknown: 'warning' } as const;
    for (const [{ span, text }, ...others] of alikeBySection(document))
      yield {
        span,
        severity: severity[specProgress(document.facts)],
        message: `\`${excerpt(text, 40)}\` is a template placeholder or something undecided, ${others.length === 0 ? '' : `here and ${others.length === 1 ? 'once' : `${others.length} times`} more in this section, `}and readers will fill it in as they see fit. Write what belongs there, or put it in backticks if it is intentional.`,
        related: others.map((other) => ({ document, span: other.span, message: 'Another one' })),
      };
  }),
});

/** The placeholders of a section that read the same: a table of the template holds a dozen, and one finding is enough to say so. */
function alikeBySection(document: ParsedDocument<'spec'>): Iterable<readonly [Placeholder, ...Placeholder[]]> {
  const { sections } = document.model;
  const alike = new Map<string, [Placeholder, ...Placeholder[]]>();
  for (const placeholder of placeholdersIn(document)) {
    const { start } = placeholder.span;
    const section = sections.findIndex(({ span }) => start >= span.start && start < span.end);
    const key = `${section} ${placeholder.text}`;
    const group = alike.get(key);
    if (group) group.push(placeholder);
    else alike.set(key, [placeholder]);
  }
  return alike.values();
}
