import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { isDone, statusPlace } from './boardState.js';
import { draftTextOf } from './draftText.js';

const shown = 5;

export const doneWithDraftText = defineRule({
  code: 'PW615',
  name: 'done-with-draft-text',
  summary: 'A spec is Done but contains open questions or unwritten text',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Done means decided and built. If the spec still has questions, either the answer was never written down, or somebody picked one without saying so.',
  fix: 'Write down what was decided, or change the Status back. A question stays open until it is answered, ticked or struck out. PW113 reports individual placeholders. Specs of archived items are skipped.',
  pactkit:
    '`pactkit done-verify` (2.17) fails if a spec contains `todo`, `fixme`, `open question` or `RFC open`, in any sense.',
  suspects: (_, { item, archived }) => !archived && item !== undefined && isDone(item),
  *check(document, { item }) {
    if (!item) return;
    const draft = draftTextOf(document);
    const [first] = draft;
    if (!first) return;
    const words = excerpt(document.text.slice(first.start, first.end), 40).replaceAll('`', '');
    yield {
      span: statusPlace(document),
      anchor: 'draft text',
      message: `${item.id} is done, but its spec is not: it still says "${words}"${draft.length > 1 ? ` and is undecided in ${draft.length - 1} more ${draft.length === 2 ? 'place' : 'places'}` : ''}. Write down what was decided, or change the Status back.`,
      related: draft.slice(0, shown).map((span) => ({ document, span, message: 'Undecided or not written yet' })),
    };
  },
});
