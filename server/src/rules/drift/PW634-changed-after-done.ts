import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { changesAfterDone } from './changesAfterDone.js';
import { dayOf } from './history.js';
import { namedParts } from './whatWasAgreed.js';

export const changedAfterDone = defineRule({
  code: 'PW634',
  name: 'changed-after-done',
  summary: 'A spec or test case was changed after its item was Done',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec', 'testCase'],
  why: 'The item was done, checked and perhaps released by the text of that time. Changed afterwards, the spec promises what nobody built or checked.',
  ok: '`STORY-012` came to Done on 3 March. What changed later is said in `STORY-031`, which is In Progress.',
  notOk: '`STORY-012` came to Done on 3 March; on 20 March R2 became "MUST keep the cart for 30 days" instead of 7.',
  fix: 'Take the change back and write a spec of its own for it, or move the item back to In Progress and do the work. If the old text was wrong and the code is right, accept the finding into the baseline. Requirements, criteria and scenarios are compared word by word with what they were when the entry came to Done; metadata, comments, blanks, ticks and a mended spelling do not count. Of archived items this is information.',
  pactkit: 'PactKit does not look.',
  *check(document, { git, item }) {
    const history = git?.history;
    const changes = history && item ? changesAfterDone(document, item, history) : undefined;
    if (!item || !changes) return;
    const { doneBy, commits, changed, removed } = changes;
    const [first, ...others] = changed;
    yield {
      span: first?.place ?? titlePlace(document),
      anchor: 'after done',
      ...(item.stage === 'archived' ? { severity: 'info' as const } : {}),
      message: `${item.id} was Done on ${dayOf(doneBy.at)}, and ${namedParts([...changed.map(({ id }) => id), ...removed])} changed since, so nobody built or checked what stands here now. Take the change back and write it into a spec of its own, or reopen the item.`,
      ...(others.length > 0
        ? { related: others.map(({ id, place }) => ({ document, span: place, message: `${id} changed, too` })) }
        : {}),
      commits: [...commits, doneBy].map(({ hash }) => hash),
    };
  },
});
