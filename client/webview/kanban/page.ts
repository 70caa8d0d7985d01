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
import type { DragEvents } from './dragging.js';
import { countCards } from './filter.js';
import { type At, type KeyAction, placeAfter } from './keyboard.js';
import { type Kept, readKept } from './kept.js';
import { type Move, moved } from './pending.js';
import { chosenCards, extended, noSelection, shownSelection, toggled } from './selection.js';
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
    select: (card, { task, how = 'alone' } = {}) => {
      const column = this.#columnOf(card.key);
      if (column === undefined) return;
      if (how !== 'alone') {
        this.#select(how, column, card.key);
        return;
      }
      const at = { column, card: card.key, ...(task === undefined ? {} : { task }) };
      this.#change({ at, selection: noSelection }, 'list');
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
      const cards = card ? this.#chosen(card) : [];
      if (!card || this.#state.renaming === key || !this.#mayChange(...cards)) return [];
      this.#say(({ grabbed }) => grabbed);
      return cards.map((one) => one.key);
    },
    over: (drop, held) => {
      this.#change({ held, drop });
    },
    drop: (drop) => {
      const { shown } = this.#columns;
      if (moved(shown, drop) !== shown) this.#move(drop.active, drop);
    },
    end: () => {
      this.#change({ held: [], drop: undefined });
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
        this.#go(action);
        return;
      case 'select':
        this.#select(action.how, action.to.column, action.to.card);
        return;
      case 'selectAll':
        this.#selectAll(action.column);
        return;
      case 'move': {
        const { cards, column, beside } = action;
        const keys = cards.map(({ key }) => key);
        this.#move(this.#state.at?.card, { cards: keys, column, ...(beside ? { beside } : {}) });
        return;
      }
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
        if (this.#state.selection.cards.size > 0) this.#change({ selection: noSelection });
        else if (this.#state.filter !== '') this.#change({ filter: '' });
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
    const state =
      shown === before
        ? next
        : { ...next, at: placeAfter(next.at, before, shown), selection: shownSelection(next.selection, shown) };
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

  #say(pick: (words: KanbanWords) => string, isRefusal = false): void {
    const words = this.#state.message?.words;
    if (words) this.#change({ said: pick(words), isRefusal });
  }

  /** Why one of the cards cannot be changed is said. */
  #mayChange(...cards: readonly KanbanCard[]): boolean {
    const nameless = cards.find(({ id }) => id === undefined);
    if (this.#state.message?.canWrite !== true) this.#say(({ readOnly }) => readOnly, true);
    else if (nameless) this.#say(({ noId }) => fill(noId, nameOf(nameless)), true);
    else return true;
    return false;
  }

  /** Hides a refusal that has been read. */
  readonly forget = (): void => {
    if (this.#state.isRefusal) this.#change({ said: '', isRefusal: false });
  };

  #chosen(card: KanbanCard): readonly KanbanCard[] {
    return chosenCards(this.#columns.shown, this.#state.selection, card);
  }

  #go({ to, keeps }: Extract<KeyAction, { do: 'go' }>): void {
    const { selection, at } = this.#state;
    // What is active is selected by itself; left with Ctrl, it stays so.
    const isKept = keeps && selection.cards.size === 0 && at?.card !== undefined;
    const kept = isKept ? { cards: new Set([at.card]), anchor: at.card } : selection;
    this.#change({ at: to, selection: keeps ? kept : noSelection }, 'list');
  }

  #select(how: 'toggle' | 'extend', column: string, card: string): void {
    const { selection, at } = this.#state;
    const inColumn = this.#columns.shown.find(({ key }) => key === column);
    if (!inColumn) return;
    const next = how === 'extend' ? extended(selection, at, { column: inColumn, card }) : toggled(selection, at, card);
    this.#change({ at: { column, card }, selection: next }, 'list');
    this.#say(({ selected }) => fill(selected, next.cards.size));
  }

  #selectAll(column: string): void {
    const cards = this.#columns.shown.find(({ key }) => key === column)?.cards ?? [];
    this.#change({ selection: { cards: new Set(cards.map(({ key }) => key)) } }, 'list');
    this.#say(({ selected }) => fill(selected, cards.length));
  }

  #request(wanted: KanbanChange, more: Partial<PageState>, focus?: Focus): void {
    const number = ++this.#lastRequest;
    this.#change({ ...more, pending: [...this.#state.pending, { request: number, change: wanted }] }, focus);
    this.#editor.postMessage({ type: 'change', request: number, change: wanted });
  }

  /** @param active key of the card that is active then. */
  #move(active: string | undefined, { cards: keys, column, beside }: Move): void {
    const cards = keys.flatMap((key) => this.#cardOf(key) ?? []);
    const [first] = cards;
    if (!first || !this.#mayChange(...cards)) return;
    const at: At = { column, card: active ?? first.key };
    this.#request({ type: 'move', cards: keys, column, ...(beside ? { beside } : {}) }, { at }, 'list');
    const target = this.#columns.all.find(({ key }) => key === column);
    if (!target) return;
    const position = target.cards.findIndex(({ key }) => key === first.key) + 1;
    this.#say(({ moved, movedAll }) =>
      cards.length === 1
        ? fill(moved, nameOf(first), target.title, position, target.cards.length)
        : fill(movedAll, cards.length, target.title),
    );
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
    if (refusal === undefined || !one) return;
    const { change } = one;
    const cards = change.type === 'move' ? change.cards.flatMap((key) => this.#cardOf(key) ?? []) : [];
    const [card] = cards;
    const column = this.#columns.all.find((column) => card && column.cards.includes(card));
    this.#say(({ movedBack, movedAllBack, refused }) => {
      if (!card) return fill(refused, refusal);
      if (cards.length > 1) return fill(movedAllBack, cards.length, refusal);
      return fill(movedBack, nameOf(card), column?.title ?? '', refusal);
    });
  }
}
