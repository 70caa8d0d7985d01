import { defineRule } from '../rule.js';
import { hasStatus, metadataRow } from '../../documents/spec/specStatus.js';

export const undecidedRelease = defineRule({
  code: 'E008',
  name: 'undecided-release',
  summary: 'The Release of a spec is still TBD',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'Work is not begun before it is decided which version brings it: otherwise it ends up in no release notes, or in the wrong ones. A spec that is still a Draft may wait; there it is information.',
  ok: '| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | In Progress |\n| Priority | P1 |\n| Release | 1.4.0 |\n',
  notOk:
    '| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | In Progress |\n| Priority | P1 |\n| Release | TBD |\n',
  fix: 'Write the version that will bring the item, as the project’s manifest counts them.',
  pactkit:
    'The same for a value that is exactly `TBD`, Drafts not excepted. Rows of other tables are taken for the Release there. A value such as `TBD (2.x)` is the business of PW118.',
  *check(document) {
    const row = metadataRow(document.model.metadata, 'Release');
    if (row?.value.value.trim().toUpperCase() !== 'TBD') return;
    yield {
      span: row.value.span,
      anchor: 'Release',
      message:
        'The Release is still TBD, and which version brings the item is to be decided before work on it begins. Write that version.',
      ...(hasStatus(document, 'Draft') ? { severity: 'info' as const } : {}),
    };
  },
});
