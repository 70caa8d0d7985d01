import type { KanbanColumn, KanbanMessage } from '../../src/kanban/kanbanMessages.js';
import type { Drop } from './dragging.js';
import { filterColumns } from './filter.js';
import type { At } from './keyboard.js';
import type { Kept } from './kept.js';
import { type Pending, withPending } from './pending.js';
import { noSelection, type Selection } from './selection.js';

type BoardMessage = Extract<KanbanMessage, { type: 'board' }>;

/** All that the page shows. */
export interface PageState {
  readonly message: BoardMessage | undefined;
  readonly pending: readonly Pending[];
  readonly at: At | undefined;
  readonly selection: Selection;
  readonly expanded: ReadonlySet<string>;
  /** Keys of the collapsed columns. */
  readonly collapsed: ReadonlySet<string>;
  readonly filter: string;
  /** Key of the card whose title is edited. */
  readonly renaming: string | undefined;
  /** Keys of the cards that are dragged. */
  readonly held: readonly string[];
  readonly drop: Drop | undefined;
  readonly showsKeys: boolean;
  /** For screen readers. */
  readonly said: string;
  /** Whether what is said is for the eye, too: nothing else shows it. */
  readonly isRefusal: boolean;
}

/** Before the first board has come. */
export function firstState({ at, collapsed, expanded, filter }: Kept): PageState {
  return {
    message: undefined,
    pending: [],
    at,
    selection: noSelection,
    expanded: new Set(expanded),
    collapsed: new Set(collapsed),
    filter,
    renaming: undefined,
    held: [],
    drop: undefined,
    showsKeys: false,
    said: '',
    isRefusal: false,
  };
}

export interface Columns {
  /** With what is under way. */
  readonly all: readonly KanbanColumn[];
  /** Of those, what the filter lets through. */
  readonly shown: readonly KanbanColumn[];
}

const none: readonly KanbanColumn[] = [];

/** Columns stay the same objects for as long as nothing in them differs, so that they are not recreated. */
export function createColumns(): (state: PageState) => Columns {
  let last: { readonly message: unknown; readonly pending: unknown; readonly filter: string } | undefined;
  let columns: Columns = { all: none, shown: none };
  return ({ message, pending, filter }) => {
    if (last?.message === message && last?.pending === pending && last.filter === filter) return columns;
    last = { message, pending, filter };
    const board = message && typeof message.board !== 'string' ? message.board : none;
    const all = withPending(board, pending);
    columns = { all, shown: filterColumns(all, filter) };
    return columns;
  };
}
