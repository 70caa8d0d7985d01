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
import { countCards } from './filter.js';
import { type At, type KeyAction, placeAfter } from './keyboard.js';
import { type Kept, readKept } from './kept.js';
import { type Columns, createColumns, firstState, type PageState } from './state.js';

/** The editor as a page has it. */
export interface Editor {
  postMessage(message: KanbanPageMessage): void;
  getState(): unknown;
  setState(state: Kept): void;
}

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

/** What happens on the page: messages, and what a person does. Its functions may be handed on by themselves. */
export class BoardPage {
  readonly #editor: Editor;
  readonly #show: PageOptions['show'];
  readonly #columnsOf = createColumns();
  #lastRequest = 0;
  #state: PageState;

  constructor({ editor, show }: PageOptions) {
    this.#editor = editor;
    this.#show = show;
    this.#state = firstState(readKept(editor.getState()));
  }

  readonly cards: CardActions = {
    select: (card, task) => {
      const column = this.#columnOf(card.key);
      if (column === undefined) return;
      this.#change({ at: { column, card: card.key, ...(task === undefined ? {} : { task }) } }, 'list');
    },
    toggle: (card) => {
      if (card.tasks.length === 0) return;
      const expanded = new Set(this.#state.expanded);
      if (!expanded.delete(card.key)) expanded.add(card.key);
      const column = this.#columnOf(card.key);
      this.#change({ expanded, ...(column === undefined ? {} : { at: { column, card: card.key } }) }, 'list');
    },
    tick: (card, task) => {
      const one = card.tasks[task];
      if (!one || !this.#mayChange(card)) return;
      this.#request({ type: 'tick', card: card.key, task, text: one.text, ticked: !one.checked }, {});
      this.#say(({ ticked, unticked }) => fill(one.checked ? unticked : ticked, one.text));
    },
    open: (card, what) => {
      this.#editor.postMessage({ type: 'open', card: card.key, what });
    },
    rename: (card) => {
      const column = this.#columnOf(card.key);
      if (column !== undefined && this.#mayChange(card))
        this.#change({ renaming: card.key, at: { column, card: card.key } });
    },
    renamed: (card, title) => {
      this.#change({ renaming: undefined }, 'list');
      if (title === undefined) return;
      this.#request({ type: 'rename', card: card.key, title }, {});
      this.#say(({ renamed }) => fill(renamed, title));
    },
  };

  readonly dragging: DragEvents = {
    begin: (key) => {
      const card = this.#cardOf(key);
      if (!card || this.#state.renaming === key || !this.#mayChange(card)) return false;
      this.#say(({ grabbed }) => grabbed);
      return true;
    },
    over: (drop, held) => {
      this.#change({ held, drop });
    },
    drop: (drop) => {
      const card = this.#cardOf(drop.card);
      const target = this.#columns.shown.find(({ key }) => key === drop.column);
      if (card && target && !isWhereItIs(target, card.key, drop.beside)) this.#move(card, drop);
    },
    end: () => {
      this.#change({ held: undefined, drop: undefined });
    },
  };

  readonly receive = (data: unknown): void => {
    const message = readKanbanMessage(data);
    switch (message?.type) {
      case undefined:
        return;
      case 'board':
        // The words are the same with each board: as the same object, they make no card look different.
        this.#change({ message: { ...message, words: this.#state.message?.words ?? message.words } });
        return;
      case 'settled':
        this.#settled(message.request, message.refusal);
        return;
      case 'reveal': {
        const card = this.#cardOf(message.card);
        if (!card) return;
        // A card that the filter hides is not to be found.
        if (this.#columnOf(card.key) === undefined) this.#change({ filter: '' });
        if (message.rename) this.cards.rename(card);
        else this.cards.select(card);
      }
    }
  };

  readonly act = (action: KeyAction): void => {
    switch (action.do) {
      case 'go':
        this.#change({ at: action.to }, 'list');
        return;
      case 'move':
        this.#move(action.card, action);
        return;
      case 'toggle':
        this.cards.toggle(action.card);
        return;
      case 'rename':
        this.cards.rename(action.card);
        return;
      case 'tick':
        this.cards.tick(action.card, action.task);
        return;
      case 'open': {
        const { card, what, task } = action;
        this.#editor.postMessage({ type: 'open', card: card.key, what, ...(task === undefined ? {} : { task }) });
        return;
      }
      case 'filter':
        this.#change({}, 'filter');
        return;
      case 'keys':
        this.#change({ showsKeys: true });
        return;
      case 'clear':
        if (this.#state.filter !== '') this.#change({ filter: '' });
        return;
      case 'menu':
      case 'nothing':
    }
  };

  readonly entered = (column: string): void => {
    if (this.#state.at?.column === column) return;
    const [first] = this.#columns.shown.find(({ key }) => key === column)?.cards ?? [];
    this.#change({ at: { column, ...(first ? { card: first.key } : {}) } });
  };

  readonly setFilter = (filter: string): void => {
    this.#change({ filter });
    const { shown } = this.#columns;
    if (filter.trim() !== '') this.#say((known) => fill(known.shown, countCards(shown)));
  };

  readonly leaveFilter = (): void => {
    this.#change({}, 'list');
  };

  readonly closeKeys = (): void => {
    this.#change({ showsKeys: false }, 'list');
  };

  /** @param column a column's key; undefined for the section where new items go. */
  readonly newItem = (column?: string): void => {
    this.#editor.postMessage({ type: 'newItem', ...(column === undefined ? {} : { column }) });
  };

  readonly collapse = (column: string): void => {
    const collapsed = new Set(this.#state.collapsed);
    if (!collapsed.delete(column)) collapsed.add(column);
    this.#change({ collapsed });
  };

  readonly ask = (what: Extract<KanbanPageMessage, { type: 'help' }>['what']): void => {
    this.#editor.postMessage({ type: 'help', what });
  };

  get #columns(): Columns {
    return this.#columnsOf(this.#state);
  }

  #change(wanted: Partial<PageState>, focus?: Focus): void {
    const before = this.#columns.shown;
    const next = { ...this.#state, ...wanted };
    const { shown } = this.#columnsOf(next);
    const state = shown === before ? next : { ...next, at: placeAfter(next.at, before, shown) };
    this.#state = state;
    if (wanted.filter !== undefined || wanted.expanded || wanted.collapsed || wanted.at)
      this.#editor.setState({
        filter: state.filter,
        expanded: [...state.expanded],
        collapsed: [...state.collapsed],
        at: state.at,
      });
    this.#show(state, this.#columns, focus);
  }

  #say(pick: (words: KanbanWords) => string): void {
    const words = this.#state.message?.words;
    if (words) this.#change({ said: pick(words) });
  }

  /** Why the card cannot be changed is said. */
  #mayChange(card: KanbanCard): boolean {
    if (this.#state.message?.canWrite !== true) this.#say(({ readOnly }) => readOnly);
    else if (card.id === undefined) this.#say(({ noId }) => fill(noId, nameOf(card)));
    else return true;
    return false;
  }

  #request(wanted: KanbanChange, more: Partial<PageState>, focus?: Focus): void {
    const number = ++this.#lastRequest;
    this.#change({ ...more, pending: [...this.#state.pending, { request: number, change: wanted }] }, focus);
    this.#editor.postMessage({ type: 'change', request: number, change: wanted });
  }

  #move(card: KanbanCard, { column, beside }: Omit<Drop, 'card'>): void {
    if (!this.#mayChange(card)) return;
    const at: At = { column, card: card.key };
    this.#request({ type: 'move', card: card.key, column, ...(beside ? { beside } : {}) }, { at }, 'list');
    const target = this.#columns.all.find(({ key }) => key === column);
    if (!target) return;
    const position = target.cards.findIndex(({ key }) => key === card.key) + 1;
    this.#say(({ moved }) => fill(moved, nameOf(card), target.title, position, target.cards.length));
  }

  #cardOf(key: string): KanbanCard | undefined {
    return this.#columns.all.flatMap(({ cards }) => cards).find((card) => card.key === key);
  }

  #columnOf(card: string): string | undefined {
    return this.#columns.shown.find(({ cards }) => cards.some(({ key }) => key === card))?.key;
  }

  #settled(number: number, refusal: string | undefined): void {
    const one = this.#state.pending.find((pending) => pending.request === number);
    this.#change({ pending: this.#state.pending.filter((pending) => pending !== one) });
    const card = one && this.#cardOf(one.change.card);
    if (refusal === undefined || !card) return;
    const column = this.#columns.all.find(({ cards }) => cards.includes(card));
    this.#say(({ movedBack, refused }) =>
      one.change.type === 'move' ? fill(movedBack, nameOf(card), column?.title ?? '', refusal) : fill(refused, refusal),
    );
  }
}
