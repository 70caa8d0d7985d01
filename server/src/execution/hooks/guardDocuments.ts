import path from 'node:path';
import type { FileWish } from '../../agents/hooks/toolWishes.js';
import { UsageError } from '../../base/usageError.js';
import { isTestPath } from '../../code/languageOf.js';
import { findItemIds } from '../../documents/itemId.js';
import { recordedItems } from '../../gates/evidence/frozen.js';
import { openItem } from '../../project/openItem.js';
import { openRecord } from '../../project/openRecord.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { readItemWork, recordOf } from '../gates/itemWork.js';
import { itemAtWork } from './itemAtWork.js';
import { type Draft, refusedDocument, refusedTest } from './judgeDraft.js';
import { mayBeDocument } from './protectedPlaces.js';

interface Desk {
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

/** A file that a tool is about to write: its absolute path, and what becomes of its text. */
interface Change extends Pick<FileWish, 'next'> {
  readonly file: string;
}

/**
 * Why a change to an agreed spec, its test case or an existing test is refused; undefined if the gates would not mind it.
 *
 * @throws UsageError if the record cannot be read.
 */
export async function refuseChange({ file, next }: Change, desk: Desk): Promise<string | undefined> {
  const { machine } = desk;
  const root = await findProjectAbove(path.dirname(file), machine.files);
  if (root === undefined) return undefined;
  const before = await machine.disk.readFile(file, 'utf8').catch(() => undefined);
  // What is new changes nothing that was agreed.
  if (before === undefined) return undefined;
  const draft = { path: path.relative(root, file).replaceAll('\\', '/'), before, after: next(before) };
  if (draft.after === before) return undefined;
  const name = path.basename(file);
  const [id] = mayBeDocument.test(name) ? findItemIds(name.replaceAll('_', ' ')) : [];
  if (id) return refuseDocument(root, id.value, draft, desk);
  return isTestPath(draft.path) ? refuseTest(root, draft, desk) : undefined;
}

async function refuseDocument(root: string, id: string, draft: Draft, desk: Desk): Promise<string | undefined> {
  const { log } = await openRecord(desk.machine, root, desk.signal);
  if (log.broken) throw new UsageError('the record of the gates is broken, so nobody knows what was agreed');
  const { agreed, done } = recordedItems(log).get(id) ?? {};
  if (!agreed || done === true) return undefined;
  const { item } = await openItem(desk.machine, root, id, () => undefined);
  return refusedDocument({ item, agreed, words: log.words }, draft);
}

async function refuseTest(root: string, draft: Draft, desk: Desk): Promise<string | undefined> {
  const id = await itemAtWork(root, desk);
  if (id === undefined) return undefined;
  const opened = await openItem(desk.machine, root, id, () => undefined);
  const work = await readItemWork(opened, desk);
  if (!work) return undefined;
  const log = await recordOf(opened, desk);
  return refusedTest({ ...opened, configuration: opened.index.configuration().value, log }, work, draft);
}
