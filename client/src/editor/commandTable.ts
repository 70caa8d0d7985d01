/**
 * Declares commands and where they are offered. Tables hold data alone and import no `vscode`: `npm run generate` writes
 * package.json from them.
 */

/** Where a command is offered besides the command palette. */
export interface MenuEntry {
  readonly menu:
    | 'comments/commentThread/context'
    | 'comments/commentThread/title'
    | 'editor/title'
    | 'view/item/context'
    | 'view/title'
    | 'webview/context';
  /** A when clause of VS Code. */
  readonly when: string;
  /** `navigation` and `inline` are buttons; `@2` is the place within the group. */
  readonly group: string;
}

interface CommandDeclaration {
  /** A key of package.nls.json; by default `command.` and the id without `pactwright.`. */
  readonly title?: string;
  /** A codicon. */
  readonly icon?: string;
  /** Without it the command is always enabled. A when clause. */
  readonly enablement?: string;
  /** Whether, or when, the command palette offers it. */
  readonly palette: boolean | string;
  readonly menus?: readonly MenuEntry[];
}

export type CommandTable = Readonly<Record<`pactwright.${string}`, CommandDeclaration>>;

/** Keeps the ids as types, so that `CommandFunctions` asks for a function for each of them, and for no other. */
export function commandTable<const T extends CommandTable>(table: T): T {
  return table;
}

/** When clauses that many commands share. The palette offers a command only where it can work. */
export const trusted = 'isWorkspaceTrusted';
export const inFolder = 'workspaceFolderCount > 0';
/** A folder with specs or our configuration. */
export const hasProject = 'pactwright.projects > 0';
/** A spec, test case or board entry to work on. */
export const hasItems = 'pactwright.items > 0';
export const hasFindings = 'pactwright.findings > 0';
export const hasBoard = 'pactwright.boards > 0';
/** VS Code's Git extension keeps the count; if it is disabled, we assume a repository. */
export const hasGit = 'gitOpenRepositoryCount != 0';
export const inRepository = all(trusted, hasProject, hasGit);
export const oneRow = '!listMultiSelection';

/** Joins when clauses: all have to hold. */
export function all(...clauses: readonly string[]): string {
  return clauses.join(' && ');
}

/** Joins when clauses: one has to hold. */
export function either(...clauses: readonly string[]): string {
  return `(${clauses.join(' || ')})`;
}

export function inViewTitle(view: string, group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'view/title', when: all(`view == ${view}`, ...clauses), group };
}

/** @param row what the row's `contextValue` matches, or is. */
export function onRow(view: string, row: RegExp | string, group: string, ...clauses: readonly string[]): MenuEntry {
  const item =
    typeof row === 'string' ? `viewItem == ${/\s/u.test(row) ? `'${row}'` : row}` : `viewItem =~ ${String(row)}`;
  return { menu: 'view/item/context', when: all(`view == ${view}`, item, ...clauses), group };
}

/** What a command on an entry of the board needs, besides that the entry is of its kind. */
export interface EntryNeeds {
  /** That no other entry is selected with it. */
  readonly alone?: true;
  /** That the board can be written. */
  readonly writes?: true;
}

/** @param entry what the entry's context matches: see `entryContext`. */
export function onEntryRow(entry: RegExp, group: string, { alone, writes }: EntryNeeds = {}): MenuEntry {
  return onRow('pactwright.board', entry, group, ...(alone ? [oneRow] : []), ...(writes ? [trusted] : []));
}

/** @param entry what the entry's context matches: see `entryContext`. */
export function onCard(entry: RegExp, group: string, { alone, writes }: EntryNeeds = {}): MenuEntry {
  const card = ["webviewId == 'pactwright.board'", "webviewSection == 'card'"];
  const needs = [...(alone ? ['pactwright.card.isAlone'] : []), ...(writes ? ['pactwright.card.canWrite'] : [])];
  return { menu: 'webview/context', when: all(...card, `pactwright.card.entry =~ ${String(entry)}`, ...needs), group };
}

/** On an entry of the board wherever it is shown, as a row of the tree and as a card: at the same place of the menu. */
export function onEntry(entry: RegExp, group: string, needs: EntryNeeds = {}): readonly [MenuEntry, MenuEntry] {
  return [onCard(entry, group, needs), onEntryRow(entry, group, needs)];
}

export function inEditorTitle(group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'editor/title', when: all(...clauses), group };
}

/** @param state the thread's `contextValue`. */
export function onThread(controller: string, state: string, group: string): MenuEntry {
  return { menu: 'comments/commentThread/title', when: all(controller, `commentThread == ${state}`), group };
}
