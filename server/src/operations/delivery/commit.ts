import { count } from '../../base/count.js';
import { documentKinds } from '../../documents/registry.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import { workMessage } from '../support/commitMessage.js';
import { filesByTask, type TaskFiles } from '../support/filesByTask.js';
import { itemField } from '../support/fields.js';
import { requireItem } from '../support/itemBranch.js';

/** Commits the work on an item, so that no agent needs the right to. */
export const commit = defineOperation({
  name: 'commit',
  group: 'delivery',
  summary: 'Commits what belongs to an item and is not committed yet',
  details:
    'Files that belong to one task of the board entry are a commit of their own, with the task in the subject and in the trailer `Task`: a task has the files that it names, and the tests of the criteria that it names. The message names the item; your hooks run, and the commit is signed where yours are. What else is not committed stays, and `--dry-run` lists both. The phases Act and Hotfix call it after each turn of an agent.',
  example: { item: 'STORY-042' },
  fields: {
    item: itemField,
    agent: { type: 'text', description: 'the agent that did the work, for the trailer `Agent`' },
  },
  reads: documentKinds,
  // The tests of a criterion are found in the source code.
  needs: 'code',
  writes: true,
  plan: async ({ project, configuration, delivery }, { item: id, agent }) => {
    const item = createTraceGraph(project, configuration).item(id);
    if (!item) requireItem(project, id);
    const files = await (await delivery()).filesOf(id);
    const own = files?.own ?? [];
    const data = { item: id, files: own };
    if (!files || own.length === 0) return { answer: { message: `nothing of ${id} to commit`, data } };
    const groups: readonly TaskFiles[] = item ? filesByTask(item, own) : [{ files: own }];
    const steps = groups.map(({ task, files: paths }, index): StepDraft => ({
      kind: 'commit',
      summary: `commit ${count(paths.length, 'file')} of ${id}${task === undefined ? '' : `: ${task}`}`,
      message: workMessage(id, item && itemTitle(item), { files: paths, task, agent }),
      paths,
      ...(index === 0 ? { left: files.left } : {}),
    }));
    return { steps, answer: { message: `committed ${count(own.length, 'file')} of ${id}`, data } };
  },
});
