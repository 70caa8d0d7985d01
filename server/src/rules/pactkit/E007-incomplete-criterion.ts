import type { ParsedDocument } from '../../documents/document.js';
import type { Criterion } from '../../documents/spec/spec.js';
import type { Block } from '../../markdown/blocks.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { listed, type MainKeyword, mentions, withoutStep, haveUnusualSteps } from '../support/steps.js';
import { addingSteps } from '../support/writing.js';

export const incompleteCriterion = defineRule({
  code: 'E007',
  name: 'incomplete-criterion',
  summary: 'An acceptance criterion is missing Given, When or Then',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'A criterion can be tested if it gives the starting state (Given), the action (When) and the result (Then). If a part is missing, readers fill it in, each differently.',
  fix: 'Write the missing step. The words count in any case, including in prose and in fences. Specs of archived items are skipped.',
  pactkit:
    'The same words, but PactKit searches for the criterion again in the text with its fences, so an example spec or a heading inside a fence makes it read the wrong part. It does not see `_Given_`.',
  suspects: ({ model }) => haveUnusualSteps(model.criteria),
  *check(document, context) {
    const ease = eased(document, context, { archived: 'silent' });
    if (!ease) return;
    for (const { criterion, missing } of gaps(document)) {
      const words = missing.map((keyword) => keyword.toUpperCase()).join(', ');
      yield {
        span: headingPlace(criterion.heading),
        anchor: criterion.id,
        message: `${criterion.id} is missing ${words}, so it does not say ${listed(missing.map((keyword) => says[keyword]))}. Write the missing ${missing.length === 1 ? 'step' : 'steps'}.`,
        fix: addingSteps(document, criterion, missing),
        ...ease,
      };
    }
  },
});

const says: Readonly<Record<MainKeyword, string>> = {
  Given: 'what state it starts from',
  When: 'what happens',
  Then: 'what the result is',
};

interface Gap {
  readonly criterion: Criterion;
  readonly missing: readonly MainKeyword[];
}

function gaps(document: ParsedDocument<'spec'>): readonly Gap[] {
  // Where every criterion has its three steps, what else it says does not matter.
  return document.model.criteria.every((criterion) => withoutStep(criterion.steps).length === 0)
    ? []
    : writtenCriteria(document).flatMap(({ criterion, text }) => {
        const missing = withoutStep(criterion.steps).filter((keyword) => !mentions(text, keyword));
        return missing.length > 0 ? [{ criterion, missing }] : [];
      });
}

/**
 * Each criterion with all from its heading to the next criterion or the end of the section, other headings included, as
 * PactKit reads it; without HTML comments: what is commented out is not said.
 */
function writtenCriteria({
  text,
  model,
}: ParsedDocument<'spec'>): readonly { readonly criterion: Criterion; readonly text: string }[] {
  const byHeading = new Map<Block, Criterion>(model.criteria.map((criterion) => [criterion.heading, criterion]));
  const found: { criterion: Criterion; text: string }[] = [];
  for (const { name, blocks } of model.sections) {
    if (name !== 'acceptanceCriteria') continue;
    let open: (typeof found)[number] | undefined;
    for (const block of blocks) {
      const criterion = byHeading.get(block);
      if (criterion) {
        open = { criterion, text: '' };
        found.push(open);
      }
      if (open && block.kind !== 'html') open.text += `${text.slice(block.span.start, block.span.end)}\n`;
    }
  }
  return found;
}
