import { setField } from '../../documents/spec/fieldEdits.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { findSpec } from '../support/findSpec.js';
import { versionField, versionProblem } from '../support/versionField.js';

/** Sets the Release of a spec. */
export const setRelease = defineOperation({
  name: 'set-release',
  group: 'documents',
  summary: 'Sets the Release of a spec',
  details: 'Changes one cell of the metadata. `TBD` removes the version.',
  example: { item: 'STORY-042', version: '1.4.0' },
  fields: {
    item: itemField,
    version: {
      ...versionField,
      description: 'the version, e.g. 1.4.0, or TBD',
      check: (text) => (text === 'TBD' ? undefined : versionProblem(text)),
    },
  },
  reads: ['spec'],
  needs: 'documents',
  writes: true,
  plan: ({ project, configuration }, { item, version }) => {
    const spec = findSpec({ project, configuration }, item);
    const before = metadataRow(spec.model.metadata, 'Release')?.value.value;
    const data = { item, from: before ?? null, to: version, changed: before !== version };
    if (before === version) return { answer: { message: `the Release of ${item} is already ${version}`, data } };
    const edit = setField(spec, 'Release', version);
    if (!edit)
      throw new Refused('not-found', `${spec.path} has no Release: add the row "| Release | TBD |" to its metadata`);
    return {
      changes: [{ kind: 'edit', path: spec.path, edits: [edit] }],
      answer: { message: `the Release of ${item} is now ${version}`, data },
    };
  },
});
