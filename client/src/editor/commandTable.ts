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

export interface CommandDeclaration {
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
export const hasBoard = 'pactwright.boards > 0';
/** VS Code's Git extension keeps the count; if it is disabled, we assume a repository. */
export const hasGit = 'gitOpenRepositoryCount != 0';
export const oneRow = '!listMultiSelection';

/** Joins when clauses: all have to hold. */
export function all(...clauses: readonly string[]): string {
  return clauses.join(' && ');
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

/** @param facts what the page says of the card: the keys below `pactwright.card`. */
export function onCard(group: string, ...facts: readonly string[]): MenuEntry {
  const card = ["webviewId == 'pactwright.board'", "webviewSection == 'card'"];
  return { menu: 'webview/context', when: all(...card, ...facts.map((fact) => `pactwright.card.${fact}`)), group };
}

export function inEditorTitle(group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'editor/title', when: all(...clauses), group };
}

/** @param state the thread's `contextValue`. */
export function onThread(controller: string, state: string, group: string): MenuEntry {
  return { menu: 'comments/commentThread/title', when: all(controller, `commentThread == ${state}`), group };
}
