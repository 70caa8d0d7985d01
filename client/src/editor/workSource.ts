import type * as vscode from 'vscode';
import type { TraceItemView } from '../../../server/src/protocol.js';

/** A row of the Work view below an item: its gate, an agent, a worktree. */
export interface WorkRow {
  /** Unique among the rows of the item. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: vscode.ThemeIcon;
  /** What a click does. */
  readonly command: vscode.Command;
}

/** A source of such rows. */
export interface WorkSource {
  /** The rows as far as known. @param root URI of the project root. */
  readonly rows: (root: string, item: TraceItemView) => readonly WorkRow[];
  /** Called when the view shows these items, so that missing facts are fetched. */
  readonly look?: (items: readonly { readonly root: string; readonly item: TraceItemView }[]) => void;
  /** Fires when the rows may have changed. */
  readonly onChange: vscode.Event<unknown>;
}

/** A list that the Work view shows above the items at hand: the queue. */
export interface WorkList {
  /** Undefined if there is nothing to show. */
  readonly item: () => vscode.TreeItem | undefined;
  readonly rows: () => readonly WorkListRow[];
  readonly onChange: vscode.Event<unknown>;
  /** Puts rows in front of another one, or at the end. */
  readonly move: (rows: readonly WorkListRow[], before: WorkListRow | undefined) => unknown;
}

/** An item in such a list: commands get it as they get an item. */
export interface WorkListRow {
  readonly kind: 'listed';
  /** URI of the project root. */
  readonly root: string;
  readonly item: string;
  readonly look: vscode.TreeItem;
}
