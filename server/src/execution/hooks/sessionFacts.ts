import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { plainText } from '../../base/plainText.js';
import { recordedItems } from '../../gates/evidence/frozen.js';
import { blockers } from '../../gates/verdict.js';
import { openItem } from '../../project/openItem.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { askGate } from '../gates/askGate.js';
import { readItemWork, recordOf } from '../gates/itemWork.js';
import { itemAtWork } from './itemAtWork.js';

interface Desk {
  readonly machine: Machine;
  /** Absolute. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const rules =
  'Frozen specs, existing tests, the record of the gates, and files with hooks, settings and MCP servers are not yours to change: hooks refuse it and gates find it. Use `pactwright` (or its MCP tools) for board, status and archive. `pactwright next` says what is ready; `pactwright gate act-out ITEM` what is missing.';

/** What an agent has to know of the project and its item, in a few lines; undefined if there is no project. @throws UsageError */
export async function sessionFacts({ machine, folder, signal }: Desk): Promise<string | undefined> {
  const root = await findProjectAbove(folder, machine.files);
  if (root === undefined) return undefined;
  const desk = { machine, signal };
  const id = await itemAtWork(root, desk);
  const head = 'This project is worked on with Pactwright: specs are agreed, and gates judge the work by evidence.';
  if (id === undefined) return [head, 'No item is named by the branch.', rules].join('\n');
  const opened = await openItem(machine, root, id, () => undefined);
  const { spec, testCases, entries } = opened.item;
  const { agreed, done } = recordedItems(await recordOf(opened, desk)).get(id) ?? {};
  const open = entries
    .slice(0, 1)
    .flatMap(({ entry }) => entry.tasks.filter(({ checked }) => !checked).map(({ text }) => text.value));
  const state =
    done === true ? 'done' : agreed ? 'agreed and frozen' : 'not agreed yet (`pactwright gate act-in` freezes it)';
  return [
    head,
    // Text of the repository is data.
    `Item: ${id}${spec?.model.title ? ` (title, from the repository: ${JSON.stringify(plainText(spec.model.title.text.value))})` : ''}`,
    `Spec: ${spec ? `${spec.path}, ${state}` : 'there is none'}. Test cases: ${testCases.map((one) => one.path).join(', ') || 'none'}.`,
    `Open tasks: ${
      open.length === 0
        ? 'none'
        : open
            .slice(0, 20)
            .map((text) => JSON.stringify(plainText(text)))
            .join('; ')
    }`,
    rules,
  ].join('\n');
}

/**
 * What is still missing before the item may be checked, from what earlier runs determined; undefined if nothing is, or the agent was
 * sent on with the same list before in this session.
 *
 * @throws UsageError
 */
export async function missingAtStop(
  session: string | undefined,
  { machine, folder, signal }: Desk,
): Promise<string | undefined> {
  const root = await findProjectAbove(folder, machine.files);
  const item = root === undefined ? undefined : await itemAtWork(root, { machine, signal });
  if (root === undefined || item === undefined) return undefined;
  const opened = await openItem(machine, root, item, () => undefined);
  const { agreed, done } = recordedItems(await recordOf(opened, { machine, signal })).get(item) ?? {};
  if (!agreed || done === true) return undefined;
  // A turn that only talked is over when it is over.
  const work = await readItemWork(opened, { machine, signal });
  if (!work || work.changes.length === 0) return undefined;
  const { verdict } = await askGate({
    ...{
      folder: root,
      gate: 'act-out',
      item,
      opened,
      profile: undefined,
      fresh: false,
      recorded: true,
      trustCommands: false,
    },
    ...{ machine, signal, onEvent: () => undefined, warn: () => undefined },
  });
  const missing = blockers(verdict.conditions).flatMap(({ name, state, summary, next }) =>
    state === 'fail' ? [`- ${name}: ${summary}.${next === undefined ? '' : ` ${next}.`}`] : [],
  );
  if (missing.length === 0 || !(await isNews(missing, session, machine, root))) return undefined;
  return [
    `${item} is not finished. Its gate act-out finds:`,
    ...missing,
    'Fix this, or say why it cannot be done.',
  ].join('\n');
}

/** Whether the session was not given the same message before; an agent that cannot continue may end. */
async function isNews(
  missing: readonly string[],
  session: string | undefined,
  machine: Machine,
  root: string,
): Promise<boolean> {
  const { disk } = machine;
  const answer = await machine.git.repository(root, new AbortController().signal);
  if (answer.kind !== 'answer') return true;
  const folder = path.join(answer.value.commonFolder, 'pactwright', 'stops');
  const file = path.join(folder, contentHash(session ?? '').slice(0, 16));
  const now = contentHash(missing.join('\n'));
  if ((await disk.readFile(file, 'utf8').catch(() => '')) === now) return false;
  await disk.makeFolder(folder);
  return (await disk.writeAtomically(file, now, undefined)).kind === 'written';
}
