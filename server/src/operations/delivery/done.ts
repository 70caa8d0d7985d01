import { documentKinds } from '../../documents/registry.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import { isJudged } from '../../gates/support/testRuns.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import { closingMessage } from '../support/commitMessage.js';
import { itemField } from '../support/fields.js';
import { requireItem } from '../support/itemBranch.js';

/** Closes an item. What is so already is left out. */
export const done = defineOperation({
  name: 'done',
  group: 'delivery',
  summary: 'Closes an item: its Status, the board, the archive, the session context and a commit',
  details:
    'Commits code of the item that is not committed yet, and runs the gate `done` before setting the Status. The closing commit includes what else belongs to the item and what the earlier steps write. Other uncommitted changes stay; `--dry-run` lists both. `pactwright phase done` has an agent finish the item first.',
  example: { item: 'STORY-042' },
  fields: {
    item: itemField,
    lesson: { type: 'text', description: 'a lesson to record' },
  },
  reads: documentKinds,
  needs: 'documents',
  writes: true,
  asksGates: true,
  plan: async ({ project, configuration, delivery }, { item: id, lesson }) => {
    const item = createTraceGraph(project, configuration).item(id);
    if (!item) requireItem(project, id);
    const isOpen = item?.spec !== undefined && specProgress(item.spec.facts) !== 'done';
    const isOnBoard = item?.entries.some(({ document }) => document.kind === 'board') === true;
    const files = await (await delivery()).filesOf(id);
    // The session context changes by itself with time and branches: it closes nothing, and needs no commit of its own.
    if (!isOpen && !isOnBoard && lesson === undefined && !files?.own.length)
      return { answer: { message: `${id} is already closed`, data: { item: id } } };
    const isCodeOpen = files?.own.some(isJudged) === true;
    if (isCodeOpen && !isOpen)
      throw new Refused(
        'not-allowed',
        `code of ${id} is not committed, so that no gate has seen it: run \`pactwright commit ${id}\`, then this again`,
      );
    const steps: (StepDraft | false | undefined)[] = [
      // The gate judges the commit: what comes behind it would be merged unseen.
      isCodeOpen && step(`commit the work on ${id}`, 'commit', { item: id }),
      isOpen &&
        step(`set the Status of ${id} to Done, which runs the gate`, 'set-status', { item: id, status: 'done' }),
      isOnBoard && item.stage !== 'done' && step(`move ${id} to Done`, 'board move', { items: [id], section: 'done' }),
      isOnBoard && step(`move ${id} to the archive`, 'board archive', { items: [id] }),
      lesson !== undefined && step('record the lesson', 'lesson-append', { lesson, item: id }),
      step('regenerate the session context', 'context', { end: true }),
      files && {
        kind: 'commit',
        summary: `commit the changes of ${id} and of the steps above`,
        message: closingMessage(id, item && itemTitle(item)),
        paths: files.own,
        left: files.left,
      },
    ];
    return {
      // Where the Status is still to be set, that asks the gate.
      gates: isOpen ? [] : [{ gate: 'done', item: id }],
      steps: steps.filter((one) => one !== false && one !== undefined),
      answer: { message: `closed ${id}`, data: { item: id } },
    };
  },
});

function step(summary: string, name: string, input: Readonly<Record<string, unknown>>): StepDraft {
  return { kind: 'operation', summary, name, input };
}
