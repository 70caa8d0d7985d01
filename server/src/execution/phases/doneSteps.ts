import { specProgress } from '../../documents/spec/specStatus.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import { archive } from '../../operations/board/archive.js';
import { move } from '../../operations/board/move.js';
import { context } from '../../operations/documents/context.js';
import { lessonAppend } from '../../operations/documents/lessonAppend.js';
import { setStatus } from '../../operations/documents/setStatus.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { OpenedItem } from '../../project/openItem.js';
import { closingMessage } from './commitMessage.js';
import { sortUncommitted } from './ownFiles.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PlannedStep } from './plannedStep.js';

/** How an item is closed: status, board, archive, lesson, context, commit. What is so already is left out. */
export async function doneSteps(
  opened: OpenedItem,
  lesson: string | undefined,
  desk: PhaseDesk,
): Promise<readonly PlannedStep[]> {
  const { item, repository } = opened;
  const { id, spec, entries, stage } = item;
  const isOpen = spec && specProgress(spec.model) !== 'done';
  const isOnBoard = entries.some(({ document }) => document.kind === 'board');
  return [
    ...(isOpen
      ? [
          step(`set the Status of ${id} to Done, which asks the gate`, setStatus, { item: id, status: 'done' }, [
            'set-status',
            id,
            'done',
          ]),
        ]
      : []),
    ...(isOnBoard && stage !== 'done'
      ? [step(`move ${id} to Done`, move, { items: [id], section: 'done' }, ['board', 'move', id, 'done'])]
      : []),
    ...(isOnBoard ? [step(`move ${id} into the archive`, archive, { items: [id] }, ['board', 'archive', id])] : []),
    ...(lesson === undefined
      ? []
      : [step('write down the lesson', lessonAppend, { lesson, item: id }, ['lesson-append', lesson, '--item', id])]),
    step('write the session context anew', context, { end: true }, ['context', '--end']),
    ...(repository ? [await commitStep(opened, repository, desk)] : []),
  ];
}

function step(
  summary: string,
  operation: Extract<PlannedStep, { kind: 'operation' }>['operation'],
  input: Readonly<Record<string, unknown>>,
  command: readonly string[],
): PlannedStep {
  return { kind: 'operation', summary, operation, input, command };
}

async function commitStep(opened: OpenedItem, repository: GitRepository, desk: PhaseDesk): Promise<PlannedStep> {
  const { item } = opened;
  const { own, left } = await sortUncommitted(opened, repository, desk);
  return {
    kind: 'commit',
    summary: `commit what belongs to ${item.id}, and what the steps before this write`,
    message: closingMessage(item.id, itemTitle(item), !own.some(isProductSource)),
    paths: own,
    left,
  };
}
