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
  why: 'Decide which version includes the work before it starts. Otherwise it ends up in no release notes, or in the wrong ones. A Draft can wait; there it is information.',
  fix: 'Write the version that will include the item, in the format of the project’s manifest.',
  pactkit:
    'The same for a value that is exactly `TBD`, including Drafts. Rows of other tables can be mistaken for the Release there. A value such as `TBD (2.x)` is reported by PW118.',
  suspects: ({ model }) => metadataRow(model.metadata, 'Release')?.value.value.trim().toUpperCase() === 'TBD',
  *check(document) {
    const row = metadataRow(document.model.metadata, 'Release');
    if (!row) return;
    yield {
      span: row.value.span,
      anchor: 'Release',
      message:
        'The Release is still TBD. Decide which version includes the item before work starts, and write that version.',
      ...(hasStatus(document, 'Draft') ? { severity: 'info' as const } : {}),
    };
  },
});
