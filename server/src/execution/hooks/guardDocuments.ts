import path from 'node:path';
import type { FileWish } from '../../agents/hooks/toolWishes.js';
import { UsageError } from '../../base/usageError.js';
import { isTestPath } from '../../code/languageOf.js';
import { findItemIds } from '../../documents/itemId.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { harmToTests } from '../../gates/conditions/testsKept.js';
import { recordedItems } from '../../gates/evidence/frozen.js';
import { type OpenedItem, openItem } from '../../project/openItem.js';
import { openRecord } from '../../project/openRecord.js';
import { lostScenarios } from '../../rules/drift/agreedScenarios.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { frozenHashOf } from '../../workspace/recordedItems.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import { readItemWork, recordOf } from '../gates/itemWork.js';
import { itemAtWork } from './itemAtWork.js';
import { mayBeDocument } from './protectedPlaces.js';

interface Desk {
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

/** A file that a tool is about to write: its absolute path, and what becomes of its text. */
interface Change extends Pick<FileWish, 'next'> {
  readonly file: string;
}

/** What is about to become of a document or a test. */
interface Draft {
  /** Relative to the project root. */
  readonly path: string;
  readonly before: string;
  /** Undefined if unknown. */
  readonly after: string | undefined;
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
  const opened = await openItem(desk.machine, root, id, () => undefined);
  const { spec, testCases } = opened.item;
  if (spec?.path === draft.path) {
    const now = draft.after === undefined ? undefined : frozenHashOf(draft.after);
    const isAgreed = log.words.some(({ about, item, what }) => about === 'refreeze' && item === id && what === now);
    if (now !== undefined && (now === agreed.hash || now === frozenHashOf(draft.before) || isAgreed)) return undefined;
    return `The spec of ${id} is frozen: the work is measured against what was agreed. Change the code instead, or say what is wrong with the spec and have the person change it. Status, Release and ticks may change.${unread(draft)}`;
  }
  if (!testCases.some((one) => one.path === draft.path)) return undefined;
  const others = testCases.filter((one) => one.path !== draft.path);
  const lostIn = async (text: string): Promise<readonly string[]> => {
    const parsed = await parseDocument('testCase', draft.path, text);
    return lostScenarios(agreed.scenarios ?? [], [...others, parsed]).map(({ name }) => name);
  };
  const known = new Set(await lostIn(draft.before));
  const lost = draft.after === undefined ? ['they'] : (await lostIn(draft.after)).filter((name) => !known.has(name));
  if (lost.length === 0) return undefined;
  return `The scenarios of ${id} are frozen, and ${lost.join(', ')} would change or go. Add scenarios, steps at the end or example rows instead, or have the person change what was agreed.${unread(draft)}`;
}

async function refuseTest(root: string, draft: Draft, desk: Desk): Promise<string | undefined> {
  const id = await itemAtWork(root, desk);
  if (id === undefined) return undefined;
  const opened = await openItem(desk.machine, root, id, () => undefined);
  const work = await readItemWork(opened, desk);
  if (!work) return undefined;
  const change = work.changes.find((one) => one.path === draft.path);
  if (change && change.before === undefined) return undefined;
  if (draft.after === undefined)
    return `${draft.path} has tests that were there before the work on ${id}, and this command does not say what becomes of them. Edit the file with your editing tool, so that the change can be checked.`;
  const problems = await newHarm(opened, work, { ...draft, after: draft.after }, desk);
  if (problems.length === 0) return undefined;
  return `${problems.slice(0, 3).join('. ')}. Tests that were there before the work on ${id} stay as they are: make the code pass them, or add tests. If a test has to change, say why and have the person approve it.`;
}

/** What the change does to tests beyond what the work has done already. */
async function newHarm(
  opened: OpenedItem,
  work: Work,
  draft: Draft & { readonly after: string },
  desk: Desk,
): Promise<readonly string[]> {
  const log = await recordOf(opened, desk);
  const context = { ...opened, configuration: opened.index.configuration().value, log };
  const harmOf = (one: Work): ReadonlySet<string> =>
    new Set(harmToTests(context, one).open.map(({ message }) => message));
  const known = harmOf(work);
  return [...harmOf(withChange(work, draft))].filter((message) => !known.has(message));
}

/** The work as it would be: what has not changed yet is as it was where the work began. */
function withChange(work: Work, { path: file, before, after }: Draft & { readonly after: string }): Work {
  const known = work.changes.find((one) => one.path === file);
  const change: WorkChange = { before, ...known, path: file, kind: 'modified', after };
  return { ...work, changes: [...work.changes.filter((one) => one !== known), change] };
}

function unread({ after }: Draft): string {
  return after === undefined
    ? ' What becomes of the file is not known here; an edit with your editing tool can be checked.'
    : '';
}
