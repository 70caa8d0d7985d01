import type * as vscode from 'vscode';

/** Something about an item at hand that the Work view shows in a row: its gate, an agent, a worktree. */
export interface WorkRow {
  /** No other row of the item has it. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: vscode.ThemeIcon;
  /** What a click does. */
  readonly command: vscode.Command;
}

/** Who knows such things. */
export interface WorkSource {
  /** What is known now. @param root URI of the project root. */
  readonly rows: (root: string, item: string) => readonly WorkRow[];
  /** Called when the view shows these items: what is not known of them is found out. */
  readonly look?: (items: readonly { readonly root: string; readonly item: string }[]) => void;
  /** Fires when other things may be known. */
  readonly onChange: vscode.Event<unknown>;
}
