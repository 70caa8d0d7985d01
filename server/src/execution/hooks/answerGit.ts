import path from 'node:path';
import { UsageError } from '../../base/usageError.js';
import { findItemIds } from '../../documents/itemId.js';
import { commitHooks } from '../../gates/conditions/commitHooks.js';
import type { ConditionResult } from '../../gates/gate.js';
import { blockers } from '../../gates/verdict.js';
import { openItem } from '../../project/openItem.js';
import { openRecord } from '../../project/openRecord.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { askGate } from '../gates/askGate.js';
import type { GitEvent } from './gitEvents.js';
import { refuseMessage, withoutComments } from './commitMessage.js';
import { findItemAtWork } from './itemAtWork.js';

interface Desk {
  readonly machine: Machine;
  /** The top of the worktree, where git runs its hooks. Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Text for a person. @see answerGit */
interface GitHookAnswer {
  readonly refuses: boolean;
  readonly text: string;
}

/**
 * Why git is to stop, or what a person should know where it may continue; undefined if there is nothing to say.
 *
 * @param message what `commit-msg` is about.
 * @throws UsageError if the project, the record or git cannot be read.
 */
export async function answerGit(
  event: GitEvent,
  message: string | undefined,
  desk: Desk,
): Promise<GitHookAnswer | undefined> {
  const { machine, cwd, signal } = desk;
  const folder = await findProjectAbove(cwd, machine.files);
  if (folder === undefined) return undefined;
  const work = await findItemAtWork(folder, { machine, signal });
  if (event === 'commit-msg') return answerMessage(folder, work, withoutComments(message ?? ''), desk);
  // What a commit is for, if nothing but its message says so, is asked when there is one.
  return work === undefined || (work.isGuess && event === 'pre-commit') ? undefined : askCommit(folder, work.id, desk);
}

async function answerMessage(
  folder: string,
  work: Awaited<ReturnType<typeof findItemAtWork>>,
  message: string,
  desk: Desk,
): Promise<GitHookAnswer | undefined> {
  const why = work === undefined || work.isGuess ? undefined : refuseMessage(work.id, message);
  if (why !== undefined) return { refuses: true, text: why };
  const answer = work?.isGuess === true ? await askByMessage(folder, work.id, message, desk) : undefined;
  if (answer?.refuses !== true) await recordTree(folder, desk);
  return answer;
}

/** What is done for another item is not the business of the one that seems to be at work. */
async function askByMessage(
  folder: string,
  guess: string,
  message: string,
  desk: Desk,
): Promise<GitHookAnswer | undefined> {
  const named = findItemIds(message).map(({ value }) => value);
  for (const id of named.includes(guess) ? [] : new Set(named))
    if (await isItem(folder, id, desk.machine)) return undefined;
  return askCommit(folder, guess, desk);
}

/** Not all that looks like an id (`UTF-8`) is one. */
async function isItem(folder: string, id: string, machine: Machine): Promise<boolean> {
  try {
    await openItem(machine, folder, id, () => undefined);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

async function askCommit(folder: string, item: string, { machine, signal }: Desk): Promise<GitHookAnswer | undefined> {
  const { verdict } = await askGate({
    ...{ folder, gate: 'commit', item, profile: undefined, fresh: false, recorded: false, trustCommands: false },
    ...{ machine, signal, onEvent: () => undefined, warn: () => undefined },
  });
  const around = verdict.conditions.filter(({ name, state }) => name === commitHooks.name && state === 'fail');
  if (verdict.answer !== 'allowed') {
    const blocking = blockers(verdict.conditions);
    const also = around.filter((one) => !blocking.includes(one));
    return {
      refuses: true,
      text: [`the gate commit of ${item} blocks this:`, ...linesOf([...blocking, ...also])].join('\n'),
    };
  }
  return around.length === 0 ? undefined : { refuses: false, text: ['please note:', ...linesOf(around)].join('\n') };
}

function linesOf(conditions: readonly ConditionResult[]): readonly string[] {
  return conditions.flatMap(({ name, summary, next, problems = [] }) => [
    `  ${name}: ${summary}.${next === undefined ? '' : ` ${next}.`}`,
    // Which commits these are is all that there is to know.
    ...(name === commitHooks.name ? problems.map((problem) => `    ${problem.message}`) : []),
  ]);
}

/** Puts on record that a commit of the index ran the hooks: git does not change it any more after `commit-msg`. @throws UsageError */
async function recordTree(folder: string, { machine, cwd, signal }: Desk): Promise<void> {
  const index = machine.places.env['GIT_INDEX_FILE'];
  const call = index === undefined ? {} : { index: path.resolve(cwd, index) };
  const tree = await machine.runGit(cwd, ['write-tree'], signal, call);
  if (tree.kind !== 'answer') throw new UsageError(tree.message);
  const { log } = await openRecord(machine, folder, signal);
  await log.append({ kind: 'hooked', tree: tree.value.trim() });
}
