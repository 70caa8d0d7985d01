import type { ParsedDocument } from '../../documents/document.js';
import type { Criterion, Spec } from '../../documents/spec.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { rememberFor } from '../support/remember.js';
import { listed, type MainKeyword, mainKeyword, mainKeywords, mentions } from '../support/steps.js';

export const incompleteCriterion = defineRule({
  code: 'E007',
  name: 'incomplete-criterion',
  summary: 'An acceptance criterion lacks the words Given, When or Then',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'A criterion can be tested when it says from where (Given), by what (When) and to which effect (Then). One that lacks a part leaves it to the reader, and two readers will differ.',
  ok: '### AC1: Reload keeps the cart (R1)\n\n- **Given** a cart with one item\n- **When** the page is reloaded\n- **Then** the item is still there\n',
  notOk: '### AC1: Reload keeps the cart (R1)\n\n- **When** the page is reloaded\n- **Then** the item is still there\n',
  fix: 'Write the missing step. The words count in any letter case, in prose and in fences, too. A spec whose item is in the archive is left alone.',
  pactkit:
    'The same words, but PactKit looks for the criterion once more in the text with its fences: an example spec or a heading inside a fence makes it read the wrong part. It does not see `_Given_`.',
  *check(document, context) {
    const ease = eased(document, context, { archived: 'silent' });
    if (!ease) return;
    for (const { criterion, missing } of gaps(document)) {
      const words = missing.map((keyword) => keyword.toUpperCase()).join(', ');
      yield {
        span: headingPlace(criterion.heading),
        anchor: criterion.id,
        message: `${criterion.id} lacks ${words}, so it does not say ${listed(missing.map((keyword) => says[keyword]))}. Write the missing ${missing.length === 1 ? 'step' : 'steps'}.`,
        ...ease,
      };
    }
  },
});

const says: Readonly<Record<MainKeyword, string>> = {
  Given: 'from which state it starts',
  When: 'what happens',
  Then: 'what is to be seen',
};

interface Gap {
  readonly criterion: Criterion;
  readonly missing: readonly MainKeyword[];
}

const gaps = rememberFor(({ text, model }: ParsedDocument<'spec'>): readonly Gap[] =>
  model.criteria.flatMap((criterion, index) => {
    const present = new Set(criterion.steps.map(mainKeyword));
    const absent = mainKeywords.filter((keyword) => !present.has(keyword));
    if (absent.length === 0) return [];
    const words = writtenText(text, model, criterion, model.criteria[index + 1]);
    const missing = absent.filter((keyword) => !mentions(words, keyword));
    return missing.length > 0 ? [{ criterion, missing }] : [];
  }),
);

/**
 * All from the criterion's heading to the next criterion or the end of the section, other headings included, as PactKit
 * reads it; without HTML comments: what is commented out is not said.
 */
function writtenText(text: string, { sections }: Spec, { heading }: Criterion, next: Criterion | undefined): string {
  const section = sections.find(({ span }) => span.start <= heading.span.start && heading.span.end <= span.end);
  const end = next?.heading.span.start ?? Infinity;
  return (section?.blocks ?? [])
    .filter(({ kind, span }) => kind !== 'html' && span.start >= heading.span.start && span.start < end)
    .map(({ span }) => text.slice(span.start, span.end))
    .join('\n');
}
