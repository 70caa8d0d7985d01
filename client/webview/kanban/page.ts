import {
  type KanbanCard,
  type KanbanChange,
  type KanbanPageMessage,
  readKanbanMessage,
} from '../../src/kanban/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';
import { fill } from '../fill.js';
import type { CardActions } from './card.js';
import { nameOf } from './cardText.js';
import type { DragEvents, Drop } from './dragging.js';
import { isWhereItIs } from './dropTarget.js';
import type { Editor } from './editor.js';
import { countCards } from './filter.js';
import { type At, type KeyAction, placeAfter } from './keyboard.js';
import { readKept } from './kept.js';
import { type Columns, createColumns, firstState, type PageState } from './state.js';

export interface PageOptions {
  readonly editor: Editor;
  /**
   * Shows a state.
   *
   * @param focus what is to have the focus then; undefined leaves it where it is.
   */
  readonly show: (state: PageState, columns: Columns, focus?: Focus) => void;
}

export type Focus = 'list' | 'filter';

/** What happens on the page: messages, and what a person does. */
export interface BoardPage {
  readonly receive: (data: unknown) => void;
  readonly act: (action: KeyAction) => void;
  readonly cards: CardActions;
  readonly dragging: DragEvents;
  readonly entered: (column: string) => void;
  readonly setFilter: (filter: string) => void;
  readonly leaveFilter: () => void;
  readonly closeKeys: () => void;
  readonly ask: (what: Extract<KanbanPageMessage, { type: 'help' }>['what']) => void;
}

export function createBoardPage({ editor, show }: PageOptions): BoardPage {
  const columnsOf = createColumns();
  let lastRequest = 0;
  let state = firstState(readKept(editor.getState()));

  const change = (wanted: Partial<PageState>, focus?: Focus): void => {
    const before = columnsOf(state).shown;
    const next = { ...state, ...wanted };
    const { shown } = columnsOf(next);
    state = shown === before ? next : { ...next, at: placeAfter(next.at, before, shown) };
    if (wanted.filter !== undefined || wanted.expanded || wanted.at)
      editor.setState({ filter: state.filter, expanded: [...state.expanded], at: state.at });
    show(state, columnsOf(state), focus);
  };
  const words = (): KanbanWords | undefined => state.message?.words;
  const say = (pick: (words: KanbanWords) => string): void => {
    const known = words();
    if (known) change({ said: pick(known) });
  };

  /** Why the card cannot be changed is said. */
  const mayChange = (card: KanbanCard): boolean => {
    if (state.message?.canWrite !== true) say(({ readOnly }) => readOnly);
    else if (card.id === undefined) say(({ noId }) => fill(noId, nameOf(card)));
    else return true;
    return false;
  };

  const request = (wanted: KanbanChange, more: Partial<PageState>, focus?: Focus): void => {
    const number = ++lastRequest;
    change({ ...more, pending: [...state.pending, { request: number, change: wanted }] }, focus);
    editor.postMessage({ type: 'change', request: number, change: wanted });
  };

  const move = (card: KanbanCard, { column, beside }: Omit<Drop, 'card'>): void => {
    if (!mayChange(card)) return;
    const at: At = { column, card: card.key };
    request({ type: 'move', card: card.key, column, ...(beside ? { beside } : {}) }, { at }, 'list');
    const target = columnsOf(state).all.find(({ key }) => key === column);
    if (!target) return;
    const position = target.cards.findIndex(({ key }) => key === card.key) + 1;
    say(({ moved }) => fill(moved, nameOf(card), target.title, position, target.cards.length));
  };

  const cardOf = (key: string): KanbanCard | undefined =>
    columnsOf(state)
      .all.flatMap(({ cards }) => cards)
      .find((card) => card.key === key);

  const columnOf = (card: string): string | undefined =>
    columnsOf(state).shown.find(({ cards }) => cards.some(({ key }) => key === card))?.key;

  const settled = (number: number, refusal: string | undefined): void => {
    const one = state.pending.find((pending) => pending.request === number);
    change({ pending: state.pending.filter((pending) => pending !== one) });
    const card = one && cardOf(one.change.card);
    if (refusal === undefined || !card) return;
    const column = columnsOf(state).all.find(({ cards }) => cards.includes(card));
    say(({ movedBack, refused }) =>
      one.change.type === 'move' ? fill(movedBack, nameOf(card), column?.title ?? '', refusal) : fill(refused, refusal),
    );
  };

  const cards: CardActions = {
    select: (card, task) => {
      const column = columnOf(card.key);
      if (column === undefined) return;
      change({ at: { column, card: card.key, ...(task === undefined ? {} : { task }) } }, 'list');
    },
    toggle: (card) => {
      if (card.tasks.length === 0) return;
      const expanded = new Set(state.expanded);
      if (!expanded.delete(card.key)) expanded.add(card.key);
      const column = columnOf(card.key);
      change({ expanded, ...(column === undefined ? {} : { at: { column, card: card.key } }) }, 'list');
    },
    tick: (card, task) => {
      const one = card.tasks[task];
      if (!one || !mayChange(card)) return;
      request({ type: 'tick', card: card.key, task, text: one.text, ticked: !one.checked }, {});
      say(({ ticked, unticked }) => fill(one.checked ? unticked : ticked, one.text));
    },
    open: (card, what) => {
      editor.postMessage({ type: 'open', card: card.key, what });
    },
    rename: (card) => {
      const column = columnOf(card.key);
      if (column !== undefined && mayChange(card)) change({ renaming: card.key, at: { column, card: card.key } });
    },
    renamed: (card, title) => {
      change({ renaming: undefined }, 'list');
      if (title === undefined) return;
      request({ type: 'rename', card: card.key, title }, {});
      say(({ renamed }) => fill(renamed, title));
    },
  };

  return {
    cards,
    receive: (data) => {
      const message = readKanbanMessage(data);
      switch (message?.type) {
        case undefined:
          return;
        case 'board':
          // The words are the same with each board: as the same object, they make no card look different.
          change({ message: { ...message, words: words() ?? message.words } });
          return;
        case 'settled':
          settled(message.request, message.refusal);
          return;
        case 'reveal': {
          const card = cardOf(message.card);
          if (!card) return;
          // A card that the filter hides is not to be found.
          if (columnOf(card.key) === undefined) change({ filter: '' });
          if (message.rename) cards.rename(card);
          else cards.select(card);
        }
      }
    },
    act: (action) => {
      switch (action.do) {
        case 'go':
          change({ at: action.to }, 'list');
          return;
        case 'move':
          move(action.card, action);
          return;
        case 'toggle':
          cards.toggle(action.card);
          return;
        case 'rename':
          cards.rename(action.card);
          return;
        case 'tick':
          cards.tick(action.card, action.task);
          return;
        case 'open': {
          const { card, what, task } = action;
          editor.postMessage({ type: 'open', card: card.key, what, ...(task === undefined ? {} : { task }) });
          return;
        }
        case 'filter':
          change({}, 'filter');
          return;
        case 'keys':
          change({ showsKeys: true });
          return;
        case 'clear':
          if (state.filter !== '') change({ filter: '' });
          return;
        case 'menu':
        case 'nothing':
      }
    },
    dragging: {
      begin: (key) => {
        const card = cardOf(key);
        if (!card || state.renaming === key || !mayChange(card)) return false;
        say(({ grabbed }) => grabbed);
        return true;
      },
      over: (drop, held) => {
        change({ held, drop });
      },
      drop: (drop) => {
        const card = cardOf(drop.card);
        const target = columnsOf(state).shown.find(({ key }) => key === drop.column);
        if (card && target && !isWhereItIs(target, card.key, drop.beside)) move(card, drop);
      },
      end: () => {
        change({ held: undefined, drop: undefined });
      },
    },
    entered: (column) => {
      if (state.at?.column === column) return;
      const [first] = columnsOf(state).shown.find(({ key }) => key === column)?.cards ?? [];
      change({ at: { column, ...(first ? { card: first.key } : {}) } });
    },
    setFilter: (filter) => {
      change({ filter });
      const { shown } = columnsOf(state);
      if (filter.trim() !== '') say((known) => fill(known.shown, countCards(shown)));
    },
    leaveFilter: () => {
      change({}, 'list');
    },
    closeKeys: () => {
      change({ showsKeys: false }, 'list');
    },
    ask: (what) => {
      editor.postMessage({ type: 'help', what });
    },
  };
}
