import { count } from '../../base/count.js';
import { documentKinds } from '../../documents/registry.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import { workMessage } from '../support/commitMessage.js';
import { itemField } from '../support/fields.js';
import { requireItem } from '../support/itemBranch.js';

/** Commits the work on an item, so that no agent needs the right to. */
export const commit = defineOperation({
  name: 'commit',
  group: 'delivery',
  summary: 'Commits what belongs to an item and is not committed yet',
  details:
    'The message names the item; your hooks run, and the commit is signed where yours are. What else is not committed stays, and `--dry-run` lists both. The phases Act and Hotfix call it after each turn of an agent.',
  fields: {
    item: itemField,
    agent: { type: 'text', description: 'the agent that did the work, for the trailer `Agent`' },
  },
  reads: documentKinds,
  needs: 'documents',
  writes: true,
  plan: async ({ project, configuration, delivery }, { item: id, agent }) => {
    const item = createTraceGraph(project, configuration).item(id);
    if (!item) requireItem(project, id);
    const files = await (await delivery()).filesOf(id);
    const own = files?.own ?? [];
    const data = { item: id, files: own };
    if (!files || own.length === 0) return { answer: { message: `nothing of ${id} to commit`, data } };
    const step: StepDraft = {
      kind: 'commit',
      summary: `commit ${count(own.length, 'file')} of ${id}`,
      message: workMessage(id, item && itemTitle(item), { onlyDocuments: !own.some(isProductSource), agent }),
      paths: own,
      left: files.left,
    };
    return { steps: [step], answer: { message: `committed ${count(own.length, 'file')} of ${id}`, data } };
  },
});
