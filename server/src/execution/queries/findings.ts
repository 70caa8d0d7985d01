import { optionalItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** More than an agent reads; a narrower question shows the others. */
const most = 100;

/** What the editor shows as problems. */
export const findings = defineQuery({
  name: 'findings',
  summary: 'Lists what lint and drift report: what is wrong, why, and the way out',
  details: `All rules run, also those that read source code and git; findings of the baseline are left out. At most ${most} are listed: narrow the question with item, path or drift.`,
  example: { item: 'STORY-042' },
  fields: {
    item: optionalItemField,
    path: { type: 'texts', description: 'only in these files and folders, relative to the project', completes: 'path' },
    drift: { type: 'flag', description: 'only those about two sources that disagree' },
  },
  readOnly: true,
  ask: async (scene, input) => (await import('./listFindings.js')).listFindings(scene, { ...input, most }),
});
