import * as vscode from 'vscode';
import type { ConditionResult, Verdict } from '../../../server/src/protocol.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { runCommandLine } from '../editor/commandLine.js';
import type { GateSubject } from './gateAnswer.js';
import type { gateWordCommandTable } from './gateCommandTable.js';
import type { GateRow } from './gateNodes.js';
import { rowOf } from './gateTree.js';
import { askPerson, type WordQuestion } from './gatePerson.js';
import type { GateStore } from './gateStore.js';
import { signWord, type Word } from './signingKey.js';

interface Surroundings {
  readonly context: vscode.ExtensionContext;
  readonly gates: GateStore;
  readonly log: vscode.LogOutputChannel;
}

/** A dialog shows this many problems; the view shows all. */
const mostTold = 5;

/** The commands by which a person gives their word on a row of the Gates view; there is no other way to give it. */
export function registerGateWords(
  context: vscode.ExtensionContext,
  gates: GateStore,
  log: vscode.LogOutputChannel,
): void {
  const surroundings = { context, gates, log };
  registerCommands(context, {
    'pactwright.gates.override': async (element) => {
      const row = rowOf(element);
      if (row?.kind === 'condition') await override(surroundings, row.subject, row.result);
    },
    'pactwright.gates.approveChange': async (element) => {
      const row = rowOf(element);
      if (row?.kind === 'problem') await approveChange(surroundings, row);
    },
    'pactwright.gates.agreeToSpec': async (element) => {
      const row = rowOf(element);
      if (row?.kind === 'problem') await agreeToSpec(surroundings, row);
    },
  } satisfies CommandFunctions<typeof gateWordCommandTable>);
}

type ProblemRow = Extract<GateRow, { readonly kind: 'problem' }>;

async function approveChange(surroundings: Surroundings, row: ProblemRow): Promise<void> {
  if (row.problem.approvable === undefined) return;
  await give(
    surroundings,
    row.subject,
    { about: 'approve', what: row.problem.approvable, tree: '' },
    {
      question: vscode.l10n.t('Approve this change of {0}?', row.subject.item),
      detail: [
        row.problem.message,
        '',
        vscode.l10n.t('It applies only to this change of {0}: {1}.', row.subject.item, row.problem.approvable),
        recorded(),
      ].join('\n'),
      button: vscode.l10n.t('Approve Change'),
    },
  );
}

async function agreeToSpec(surroundings: Surroundings, row: ProblemRow): Promise<void> {
  if (row.problem.refreeze === undefined) return;
  const { refreeze } = row.problem;
  // One word is about all that changed since the agreement.
  const changed = (row.result.problems ?? []).filter((problem) => problem.refreeze === refreeze);
  await give(
    surroundings,
    row.subject,
    { about: 'refreeze', what: refreeze, tree: '' },
    {
      question: vscode.l10n.t('Agree to the spec of {0} as it is now?', row.subject.item),
      detail: [
        ...changed.map(({ message }) => message),
        '',
        vscode.l10n.t('It replaces the spec that was agreed when work began. Review the changes first.'),
        recorded(),
      ].join('\n'),
      button: vscode.l10n.t('Agree to Spec'),
    },
  );
}

async function override(surroundings: Surroundings, subject: GateSubject, shown: ConditionResult): Promise<void> {
  const { gates } = surroundings;
  const { verdict: before, running } = gates.answer(subject) ?? {};
  if (running && running.how !== 'recorded') {
    await vscode.window.showInformationMessage(
      vscode.l10n.t('The gate {0} is running for {1}. Wait for its verdict, or cancel it.', subject.gate, subject.item),
    );
    return;
  }
  // It holds for one state of the files, which may be another one by now.
  const now = (await gates.ask(subject, 'recorded'))?.verdict;
  const result = now && now.tree === before?.tree ? shown : now?.conditions.find(({ name }) => name === shown.name);
  if (!now || !result || result.state === 'pass') return;
  const { tree, gate, item } = now;
  if (tree === undefined) {
    await vscode.window.showErrorMessage(
      vscode.l10n.t('Could not read the state of the files from git, so there is nothing to override.'),
    );
    return;
  }
  await give(
    surroundings,
    subject,
    { about: 'override', what: result.name, tree },
    {
      question: vscode.l10n.t('Override "{0}" for {1}?', result.title, item),
      detail: overrideDetail(gate, result),
      button: vscode.l10n.t('Override'),
    },
  );
}

function overrideDetail(gate: Verdict['gate'], { state, summary, problems = [] }: ConditionResult): string {
  const found =
    state === 'fail'
      ? vscode.l10n.t('It failed the gate {0}: {1}.', gate, summary)
      : vscode.l10n.t('The gate {0} could not decide: {1}.', gate, summary);
  const told = problems.slice(0, mostTold).map(({ message }) => `– ${message}`);
  const more = problems.length - told.length;
  return [
    found,
    ...told,
    ...(more > 0 ? [vscode.l10n.t('– and {0} more', more)] : []),
    '',
    vscode.l10n.t('It applies to the files as they are now. After another change you need to override again.'),
    recorded(),
  ].join('\n');
}

function recorded(): string {
  return vscode.l10n.t('It is signed with your name and reason, recorded, and shown in every later verdict.');
}

/** Asks the person, signs what they say, has it recorded, and shows what the gate says now. */
async function give(
  { context, gates, log }: Surroundings,
  subject: GateSubject,
  about: Pick<Word, 'about' | 'what' | 'tree'>,
  question: WordQuestion,
): Promise<void> {
  const given = await askPerson(context, subject.root, question);
  if (!given) return;
  let failure: string | undefined;
  try {
    const word = await signWord({ ...about, ...given, item: subject.item, at: Date.now() }, context.secrets);
    failure = await record(context, subject.root, JSON.stringify(word));
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  if (failure !== undefined) {
    log.error(`record: ${failure}`);
    await sayNotRecorded(failure);
    return;
  }
  await gates.ask(subject, 'recorded');
}

/** @returns why it was not recorded; undefined if it was. */
async function record(context: vscode.ExtensionContext, root: string, word: string): Promise<string | undefined> {
  const folder = vscode.Uri.parse(root).fsPath;
  const { code, errors } = await runCommandLine({
    program: context.asAbsolutePath('dist/cli.js'),
    args: ['record', '--root', folder],
    folder,
    input: word,
    onLine: () => undefined,
    signal: new AbortController().signal,
  });
  return code === 0 ? undefined : errors || `pactwright record: ${code ?? 'SIGTERM'}`;
}

async function sayNotRecorded(failure: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const [first = ''] = failure.split('\n');
  const message = vscode.l10n.t('Your decision was not recorded: {0}', first);
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog)
    await vscode.commands.executeCommand('pactwright.showLog');
}
