import { parseDocument } from '../../documents/parseDocument.js';
import type { GateContext } from '../../gates/condition.js';
import { harmToTests } from '../../gates/conditions/testsKept.js';
import type { EvidenceLog } from '../../gates/evidence/evidenceLog.js';
import { lostScenarios } from '../../rules/drift/agreedScenarios.js';
import type { ItemTrace } from '../../trace/graph.js';
import { type AgreedSpec, frozenHashOf } from '../../workspace/recordedItems.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';

/** What is about to become of a document or a test. */
export interface Draft {
  /** Relative to the project root. */
  readonly path: string;
  readonly before: string;
  /** Undefined if unknown. */
  readonly after: string | undefined;
}

/** An item whose spec is frozen. */
interface FrozenItem {
  readonly item: ItemTrace;
  readonly agreed: AgreedSpec;
  readonly words: EvidenceLog['words'];
}

/** Why the spec or a test case of an item must not become what a draft says; undefined if it may. */
export async function refusedDocument(
  { item: { id, spec, testCases }, agreed, words }: FrozenItem,
  draft: Draft,
): Promise<string | undefined> {
  if (spec?.path === draft.path) {
    const now = draft.after === undefined ? undefined : frozenHashOf(draft.after);
    const isAgreed = words.some(({ about, item, what }) => about === 'refreeze' && item === id && what === now);
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

/** What the work on an item is judged by. */
type ItemAtWork = Pick<GateContext, 'trace' | 'configuration' | 'log' | 'item'>;

/** Why a test must not become what a draft says; undefined if it may. @param work what was done so far. */
export function refusedTest(context: ItemAtWork, work: Work, { path, before, after }: Draft): string | undefined {
  const { id } = context.item;
  const change = work.changes.find((one) => one.path === path);
  // A test that the work brought along is the work's.
  if (change && change.before === undefined) return undefined;
  if (after === undefined)
    return `${path} has tests that were there before the work on ${id}, and this command does not say what becomes of them. Edit the file with your editing tool, so that the change can be checked.`;
  const problems = newHarm(context, work, { before, ...change, path, kind: 'modified', after });
  if (problems.length === 0) return undefined;
  return `${problems.slice(0, 3).join('. ')}. Tests that were there before the work on ${id} stay as they are: make the code pass them, or add tests. If a test has to change, say why and have the person approve it.`;
}

/** What a change does to tests beyond what the work has done already; what has not changed yet is as it was where the work began. */
function newHarm(context: ItemAtWork, work: Work, change: WorkChange): readonly string[] {
  const harmOf = (changes: readonly WorkChange[]): ReadonlySet<string> =>
    new Set(harmToTests(context, { ...work, changes }).open.map(({ message }) => message));
  const known = harmOf(work.changes);
  const others = work.changes.filter((one) => one.path !== change.path);
  return [...harmOf([...others, change])].filter((message) => !known.has(message));
}

function unread({ after }: Draft): string {
  return after === undefined
    ? ' What becomes of the file is not known here; an edit with your editing tool can be checked.'
    : '';
}
