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
  why: 'The item was built, checked and perhaps released against the earlier text. After the change, the spec promises something nobody built or checked.',
  fix: 'Revert the change and write a new spec for it, or move the item back to In Progress and do the work. If the old text was wrong and the code is right, add the finding to the baseline. Requirements, criteria and scenarios are compared word by word with the text at the time the entry moved to Done. Metadata, lines with the Status or Release, fenced examples without steps, comments, whitespace, ticks and spelling corrections do not count. Reported as information for archived items.',
  pactkit: 'PactKit does not check this.',
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
      message: `${item.id} was Done on ${dayOf(doneBy.at)}, and ${namedParts([...changed.map(({ id }) => id), ...removed])} changed since, so nobody built or checked the current text. Revert the change and write a new spec for it, or reopen the item.`,
      ...(others.length > 0
        ? { related: others.map(({ id, place }) => ({ document, span: place, message: `${id} also changed` })) }
        : {}),
      commits: [...commits, doneBy].map(({ hash }) => hash),
    };
  },
});
