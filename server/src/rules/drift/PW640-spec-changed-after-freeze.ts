import type { ParsedDocument } from '../../documents/document.js';
import type { AgreedSpec } from '../../workspace/recordedItems.js';
import { frozenHash } from '../../workspace/recordedItems.js';
import { defineProjectRule } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { dayOf } from './history.js';
import { type AgreedPart, agreedParts, namedParts, partHashes } from './whatWasAgreed.js';

export const specChangedAfterFreeze = defineProjectRule({
  code: 'PW640',
  name: 'spec-changed-after-freeze',
  summary: 'A spec was changed after the gate `act-in` froze it',
  severity: 'error',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Work begins on what was agreed. Where the text is changed while it goes on, the work is measured by something that nobody agreed to, and a requirement that is hard to meet can simply be written otherwise.',
  ok: '`STORY-012` was let into work on 3 March. Its Status is In Progress now, and R2 says what it said then.',
  notOk:
    '`STORY-012` was let into work on 3 March. On 5 March R2 became "SHOULD keep the cart" instead of "MUST keep the cart".',
  fix: 'Take the change back. If it is what you want, have a person approve it in the editor, which records the new text as agreed. The whole text is compared but for the values of Status and Release, ticks, and what formatters change. What is agreed is kept in the repository’s git folder, so other clones know nothing of it. After the gate `done` PW634 looks at the spec instead. A comment cannot silence it.',
  pactkit: 'PactKit does not look.',
  *checkProject({ project }) {
    for (const [id, { agreed, done }] of project.record ?? []) {
      const spec = project.spec(id);
      if (!agreed || done || !spec || frozenHash(spec) === agreed.hash) continue;
      const { changed, removed } = changedParts(spec, agreed);
      const ids = [...changed.map((part) => part.id), ...removed];
      yield {
        file: spec,
        span: changed[0]?.place ?? titlePlace(spec),
        item: id,
        anchor: 'agreed',
        message: `${ids.length > 0 ? namedParts(ids) : 'The spec'} changed since ${id} was agreed on ${dayOf(agreed.at)}, so the work is no longer measured by what was agreed. Take the change back, or have a person approve it in the editor.`,
        ...(changed.length > 1
          ? {
              related: changed
                .slice(1)
                .map((part) => ({ document: spec, span: part.place, message: `${part.id} changed, too` })),
            }
          : {}),
        commits: [agreed.base],
      };
    }
  },
});

/** The requirements and criteria that are new or say something else, and the ids of those that are gone. */
function changedParts(
  spec: ParsedDocument<'spec'>,
  { parts }: AgreedSpec,
): { readonly changed: readonly AgreedPart[]; readonly removed: readonly string[] } {
  if (!parts) return { changed: [], removed: [] };
  const now = partHashes(spec);
  return {
    changed: agreedParts(spec).filter(({ id }) => parts[id] !== now[id]),
    removed: Object.keys(parts).filter((id) => now[id] === undefined),
  };
}
