import { phases } from '../../agents/phases/phases.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import { Refused } from '../../operations/errorCodes.js';
import { move } from '../../operations/board/move.js';
import { setStatus } from '../../operations/documents/setStatus.js';
import { newBoard } from '../../operations/scaffold/newBoard.js';
import { newItem } from '../../operations/scaffold/newItem.js';
import { newPrd } from '../../operations/scaffold/newPrd.js';
import type { Operation } from '../../operations/operation.js';
import { UsageError } from '../../base/usageError.js';
import type { OpenedItem } from '../../project/openItem.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';
import path from 'node:path';

/**
 * The item of a phase; where it makes one, that is made of what the person wants, with the board that it is on.
 *
 * @returns undefined if the phase is about none.
 * @throws UsageError if one is needed, or there is nothing to make it of; Refused.
 */
export async function prepareItem(request: PhaseRequest, desk: PhaseDesk): Promise<string | undefined> {
  const { phase, item, about, folder, dryRun } = request;
  const { item: kind, makes } = phases[phase];
  if (item !== undefined) {
    if (kind === 'none') throw new UsageError(`${phase} is about the project and takes no ID`);
    return item;
  }
  if (kind === 'needed') throw new UsageError(`${phase} takes one ID: \`pactwright phase ${phase} STORY-042\``);
  if (makes === undefined) return undefined;
  if (about === undefined)
    throw new UsageError(
      `${phase} takes one ID, or the title of a new item: \`pactwright phase ${phase} --about "Keep the cart"\``,
    );
  if (dryRun) return undefined;
  await unlessThere(desk, folder, newBoard, {});
  const { plan } = await callOperation(desk, folder, newItem, { type: makes, title: about });
  desk.tell({ event: 'done', what: plan.answer.message });
  const made = plan.answer.data['item'];
  if (typeof made !== 'string') throw new Error('new-item names no item');
  return made;
}

/** What a phase of the project is on: a board, and for Design the document of what is wanted. */
export async function prepareProject({ phase, about, folder, dryRun }: PhaseRequest, desk: PhaseDesk): Promise<void> {
  if (dryRun) return;
  if (phase === 'init' || phase === 'design') await unlessThere(desk, folder, newBoard, {});
  if (phase !== 'design') return;
  const product =
    about !== undefined && !/\n/u.test(about) && about.length <= longestName ? about : path.basename(folder);
  await unlessThere(desk, folder, newPrd, { product });
}

/** A longer text is what is wanted, and no name. */
const longestName = 60;

async function unlessThere(
  desk: PhaseDesk,
  folder: string,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    const { plan } = await callOperation(desk, folder, operation, input);
    desk.tell({ event: 'done', what: plan.answer.message });
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'exists')) throw error;
  }
}

/** Work on an item begins: its spec is In Progress, and so is its entry. @returns whether anything was changed. */
export async function beginItem({ item, root }: OpenedItem, desk: PhaseDesk): Promise<boolean> {
  const { id, spec, entries, stage } = item;
  let changed = false;
  const call = async (operation: Operation, input: Readonly<Record<string, unknown>>): Promise<void> => {
    const { plan } = await callOperation(desk, root, operation, input);
    desk.tell({ event: 'done', what: plan.answer.message });
    changed = true;
  };
  if (spec && specProgress(spec.facts) === 'draft') await call(setStatus, { item: id, status: 'in-progress' });
  if (entries.length > 0 && stage === 'backlog') await call(move, { items: [id], section: 'in-progress' });
  return changed;
}
