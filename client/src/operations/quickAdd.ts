import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { type Boards, chooseBoard } from '../editor/boards.js';
import { newBoardCommand } from '../editor/commandIds.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import type { quickAddCommandTable } from './itemCommandTable.js';
import { askText, taskTextProblem, titleProblem } from '../editor/askText.js';
import * as v from 'valibot';
import { listOf, offset, readAs } from '../editor/schemas.js';
import type { OperationInput, Operations } from '../editor/operations.js';
import { editorRange } from '../editor/editorRange.js';
import { projectFile } from '../editor/projectFiles.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

/** The types as `new-item` names them. */
const types = [
  ['story', vscode.l10n.t('Story'), vscode.l10n.t('Something new')],
  ['bug', vscode.l10n.t('Bug'), vscode.l10n.t('Something that does not work as it should')],
  ['hotfix', vscode.l10n.t('Hotfix'), vscode.l10n.t('A bug that cannot wait')],
] as const;

export interface QuickAddDoors {
  readonly boards: Boards;
  readonly operations: Operations;
}

/** What a person is asked for; a caller, a key binding say, may name it, so that nothing is asked. */
const wishesSchema = v.object({ type: v.string(), title: v.string(), task: v.optional(listOf(v.string()), []) });
/** The place that the board's page asks for. */
const placeSchema = v.object({ root: v.string(), section: v.exactOptional(v.string()) });
type NewItemWishes = v.InferOutput<typeof wishesSchema>;

const positionSchema = v.object({ line: offset, character: offset });
const placeholderSchema = v.object({
  path: v.string(),
  range: v.object({ start: positionSchema, end: positionSchema }),
});

/** What `new-item` answers. */
const madeSchema = v.object({
  item: v.string(),
  placeholder: v.fallback(v.optional(placeholderSchema), undefined),
});

/** Makes an item from three answers, and opens its spec where it is to be filled in. */
export function registerQuickAdd(context: vscode.ExtensionContext, doors: QuickAddDoors): void {
  registerCommands(context, {
    'pactwright.newItem': async (given) => {
      if (!isTrustedOrSay(vscode.l10n.t('No item was created. Pactwright does not write files in Restricted Mode.')))
        return undefined;
      const place = readAs(placeSchema, given);
      const boards = await doors.boards.get();
      const board = boards.find(({ root }) => root === place?.root) ?? (await boardToStandOn(boards));
      const wishes = board && (readAs(wishesSchema, given) ?? (await askWishes()));
      const section = place?.section === undefined ? {} : { section: place.section };
      return wishes && addItem(doors.operations, board.root, { ...wishes, ...section });
    },
  } satisfies CommandFunctions<typeof quickAddCommandTable>);
}

/**
 * @param root URI of the project root.
 * @returns the id; undefined if nothing was made.
 */
async function addItem(operations: Operations, root: string, input: OperationInput): Promise<string | undefined> {
  const done = await operations.run(root, 'new-item', input);
  const made = done.kind === 'done' ? readAs(madeSchema, done.data) : undefined;
  if (made?.placeholder) {
    const { path, range } = made.placeholder;
    // Only shown: an edit of the spec would keep one undo on the board from reverting all of the item.
    await vscode.window.showTextDocument(projectFile(root, path), { selection: editorRange(range) });
  }
  return made?.item;
}

async function boardToStandOn(boards: readonly BoardView[]): Promise<BoardView | undefined> {
  if (boards.length > 0) return chooseBoard(boards, vscode.l10n.t('New item: which project?'));
  const make = vscode.l10n.t('Create Sprint Board');
  void vscode.window
    .showInformationMessage(vscode.l10n.t('An item needs a sprint board, and no project here has one.'), make)
    .then((choice) => {
      if (choice === make) void vscode.commands.executeCommand(newBoardCommand);
    });
  return undefined;
}

async function askWishes(): Promise<NewItemWishes | undefined> {
  const type = await vscode.window.showQuickPick(
    types.map(([name, label, description]) => ({ label, description, name })),
    { title: vscode.l10n.t('New item (1 of 3): what is it?') },
  );
  if (!type) return undefined;
  const title = await askText({
    title: vscode.l10n.t('New item (2 of 3): its title'),
    prompt: vscode.l10n.t('What it is about, in a few words'),
    validateInput: titleProblem,
  });
  if (title === undefined) return undefined;
  const tasks: string[] = [];
  for (;;) {
    const task = await askText({
      title: vscode.l10n.t('New item (3 of 3): task {0}', tasks.length + 1),
      prompt: vscode.l10n.t('One task. Leave it empty and press Enter when you are done.'),
      validateInput: (text) => {
        if (text.trim() === '') return undefined;
        return tasks.includes(text.trim()) ? vscode.l10n.t('This task already exists') : taskTextProblem(text);
      },
    });
    if (task === undefined) return undefined;
    if (task === '') return { type: type.name, title, task: tasks };
    tasks.push(task);
  }
}
