import * as vscode from 'vscode';
import { askText } from '../editor/askText.js';
import { repositoryAround } from '../editor/gitExtension.js';

/** What a person is shown before they give their word. */
export interface WordQuestion {
  /** What would be let pass, as a question. */
  readonly question: string;
  /** What was found, and what the word does; in lines. */
  readonly detail: string;
  /** The button that goes on. */
  readonly button: string;
}

/** Who gave their word, and why. */
export interface GivenWord {
  readonly person: string;
  readonly reason: string;
}

const nameKey = 'gates.person';
const shortestReason = 10;

/**
 * Asks a person for their word: a modal question, then the reason, then the name. Only this dialog leads to a signature, so that
 * no program answers in a person's place.
 *
 * @param root URI of the project root.
 * @returns undefined if the person thinks better of it.
 */
export async function askPerson(
  { globalState }: Pick<vscode.ExtensionContext, 'globalState'>,
  root: string,
  { question, detail, button }: WordQuestion,
): Promise<GivenWord | undefined> {
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) !== button) return undefined;
  const reason = await askText({
    title: vscode.l10n.t('{0} (1 of 2): the reason', button),
    prompt: vscode.l10n.t('Why is this right? The reason is signed and shown in every later verdict.'),
    validateInput: (text) =>
      text.trim().length < shortestReason
        ? vscode.l10n.t('Write at least {0} characters, for later readers of the verdict.', shortestReason)
        : undefined,
  });
  if (reason === undefined) return undefined;
  const person = await askText({
    title: vscode.l10n.t('{0} (2 of 2): your name', button),
    prompt: vscode.l10n.t('Your name. It is signed together with the reason.'),
    value: await nameOf(globalState, root),
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Write your name.') : undefined),
  });
  if (person === undefined) return undefined;
  await globalState.update(nameKey, person);
  return { person, reason };
}

/** The name given last, else the one that commits get. */
async function nameOf(globalState: vscode.Memento, root: string): Promise<string> {
  const last = globalState.get<string>(nameKey);
  if (last !== undefined) return last;
  const repository = await repositoryAround(vscode.Uri.parse(root));
  return (await repository?.getConfig('user.name').catch(() => '')) ?? '';
}
