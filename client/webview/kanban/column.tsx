import { Component, type ComponentChild } from 'preact';
import type { Beside, KanbanCard, KanbanColumn } from '../../src/kanban/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';
import { sectionIcons } from '../../src/editor/sectionLabel.js';
import { countItems } from '../../src/editor/entryCounts.js';
import { fill } from '../fill.js';
import { Card, type CardActions } from './card.js';
import { differs } from './differs.js';
import type { At } from './keyboard.js';
import { listWindow, type ListWindow, scrollTopFor } from './window.js';

export interface ColumnProps {
  readonly column: KanbanColumn;
  readonly index: number;
  /** Where the person is, if it is in this column. */
  readonly at: At | undefined;
  /** Keys of the cards that are selected together, on the whole board. */
  readonly selected: ReadonlySet<string>;
  readonly expanded: ReadonlySet<string>;
  readonly renaming: string | undefined;
  readonly held: readonly string[];
  /** Where a dragged card would be put, if it is in this column; `empty` where there is no card to be beside. */
  readonly drop: Beside | 'empty' | undefined;
  readonly isFiltered: boolean;
  /** Whether only its heading is shown. */
  readonly isCollapsed: boolean;
  readonly newItem: (column: string) => void;
  readonly collapse: (column: string) => void;
  readonly canWrite: boolean;
  readonly board: string;
  readonly words: KanbanWords;
  readonly actions: CardActions;
  /** The column has got the focus. */
  readonly entered: (column: string) => void;
}

interface ColumnState {
  readonly top: number;
  readonly height: number;
  /** Grows when heights were measured that differ from what was thought. */
  readonly measured: number;
}

/** Of a card that was never shown, in pixels. */
const usualHeight = 92;
const margin = 400;

/**
 * One section of the board. The list has the focus, and names the active card: so the focus stays where it is when cards are made
 * anew, move, or are scrolled out of what is made. Only the cards in sight and a little more are made.
 */
export class Column extends Component<ColumnProps, ColumnState> {
  override state: ColumnState = { top: 0, height: 1_000, measured: 0 };
  readonly #heights = new Map<string, number>();
  readonly #sizes = new ResizeObserver((entries) => {
    this.#measure(entries);
  });
  #list: HTMLDivElement | null = null;

  override componentDidMount(): void {
    this.#watchCards();
    this.#showActive();
  }

  override shouldComponentUpdate(next: ColumnProps, state: ColumnState): boolean {
    return state !== this.state || differs<ColumnProps>(this.props, next);
  }

  override componentDidUpdate({ at: before }: ColumnProps): void {
    this.#watchCards();
    const { at } = this.props;
    if (at?.card !== before?.card || at?.task !== before?.task) this.#showActive();
  }

  override componentWillUnmount(): void {
    this.#sizes.disconnect();
  }

  override render(props: ColumnProps): ComponentChild {
    return props.isCollapsed ? this.#collapsed(props) : this.#open(props);
  }

  /** A narrow bar; a card that is dropped on it goes to the end of the column. */
  #collapsed({ column, index, words, drop }: ColumnProps): ComponentChild {
    const heading = `column-${index}`;
    const name = column.title || words.outside;
    return (
      <section
        class={drop === undefined ? 'column collapsed' : 'column collapsed target'}
        data-column={column.key}
        aria-labelledby={heading}
      >
        <header>
          {this.#toggle('chevron-right', fill(words.expand, name), false)}
          {this.#count(column)}
          <h2 id={heading}>{name}</h2>
        </header>
      </section>
    );
  }

  #toggle(icon: string, title: string, expanded: boolean): ComponentChild {
    return (
      <button
        type="button"
        class={`tool codicon codicon-${icon}`}
        title={title}
        aria-label={title}
        aria-expanded={expanded}
        onClick={() => {
          this.props.collapse(this.props.column.key);
        }}
      />
    );
  }

  /** The items in the column; where one has several cards, these as well. */
  #count({ cards }: KanbanColumn): ComponentChild {
    const items = countItems(cards);
    const { itemsInCards } = this.props.words;
    return <span class="count">{items === cards.length ? items : fill(itemsInCards, items, cards.length)}</span>;
  }

  #open({ column, index, at, words, isFiltered, drop, canWrite, newItem }: ColumnProps): ComponentChild {
    const heading = `column-${index}`;
    const { cards } = column;
    const name = column.title || words.outside;
    const newHere = fill(words.newItemIn, name);
    const shown = this.#window();
    const active = cards.findIndex(({ key }) => key === at?.card);
    const task = at?.task === undefined ? '' : `-${at.task}`;
    const isMade = active >= shown.first && active < shown.end;
    return (
      <section
        class={drop === undefined ? 'column' : 'column target'}
        data-column={column.key}
        aria-labelledby={heading}
      >
        <header>
          {this.#toggle('chevron-down', fill(words.collapse, name), true)}
          <i class={`codicon codicon-${sectionIcons[column.kind]} ${column.kind}`} aria-hidden="true" />
          <h2 id={heading}>{name}</h2>
          {this.#count(column)}
          <span class="columnTools">
            {canWrite && column.title !== '' && column.kind !== 'done' && (
              <button
                type="button"
                class="tool codicon codicon-add"
                title={newHere}
                aria-label={newHere}
                onClick={() => {
                  newItem(column.key);
                }}
              />
            )}
          </span>
        </header>
        <div
          class={drop === 'empty' ? 'cards empty drop' : 'cards'}
          role={cards.length > 0 ? 'tree' : 'group'}
          tabIndex={0}
          aria-labelledby={heading}
          aria-multiselectable={cards.length > 0 ? true : undefined}
          aria-activedescendant={isMade ? `${this.#idOf(active)}${task}` : undefined}
          ref={(list) => {
            this.#list = list;
            if (list) this.#sizes.observe(list);
          }}
          onScroll={this.#scrolled}
          onFocus={() => {
            this.props.entered(column.key);
          }}
        >
          {cards.length === 0 && <p class="none">{isFiltered ? words.noMatch : words.noCards}</p>}
          <div style={{ height: `${shown.before}px` }} />
          {cards.slice(shown.first, shown.end).map((card, offset) => this.#card(card, shown.first + offset))}
          <div style={{ height: `${shown.after}px` }} />
        </div>
      </section>
    );
  }

  #card(card: KanbanCard, index: number): ComponentChild {
    const { column, at, selected, expanded, renaming, held, drop, canWrite, board, words, actions } = this.props;
    const active = at?.card === card.key;
    return (
      <Card
        key={card.key}
        card={card}
        elementId={this.#idOf(index)}
        position={index + 1}
        of={column.cards.length}
        active={active}
        task={active ? at.task : undefined}
        expanded={expanded.has(card.key)}
        renaming={renaming === card.key}
        held={held.includes(card.key)}
        selected={selected.has(card.key) && (selected.size > 1 || !active) ? selected : undefined}
        drop={drop !== 'empty' && drop?.card === card.key ? drop.side : undefined}
        canWrite={canWrite}
        section={column.kind}
        board={board}
        words={words}
        actions={actions}
      />
    );
  }

  readonly #scrolled = (): void => {
    if (!this.#list) return;
    const { scrollTop, clientHeight } = this.#list;
    const before = this.#window();
    const next = this.#window({ ...this.state, top: scrollTop, height: clientHeight });
    if (before.first !== next.first || before.end !== next.end) this.setState({ top: scrollTop, height: clientHeight });
  };

  #window({ top, height }: Pick<ColumnState, 'top' | 'height'> = this.state): ListWindow {
    const { length } = this.props.column.cards;
    return listWindow({ count: length, heightOf: this.#heightOf, top, height, margin });
  }

  readonly #heightOf = (index: number): number =>
    this.#heights.get(this.props.column.cards[index]?.key ?? '') ?? usualHeight;

  #idOf(index: number): string {
    return `card-${this.props.index}-${index}`;
  }

  /** Puts the active card, or its task, into sight; where it is not made yet, it is once the list has been scrolled to it. */
  #showActive(): void {
    const { at, column } = this.props;
    const index = column.cards.findIndex(({ key }) => key === at?.card);
    if (!this.#list || !at || index === -1) return;
    const { scrollTop, clientHeight } = this.#list;
    const top = scrollTopFor(index, { heightOf: this.#heightOf, top: scrollTop, height: clientHeight });
    if (top !== scrollTop) this.#list.scrollTop = top;
    const id = at.task === undefined ? this.#idOf(index) : `${this.#idOf(index)}-${at.task}`;
    document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #watchCards(): void {
    for (const element of this.#list?.querySelectorAll('.card') ?? []) this.#sizes.observe(element);
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    let differs = false;
    for (const { target, borderBoxSize } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (target === this.#list) {
        this.#scrolled();
        continue;
      }
      if (!target.isConnected) {
        this.#sizes.unobserve(target);
        continue;
      }
      const key = target.dataset['key'] ?? '';
      const height = (borderBoxSize[0]?.blockSize ?? 0) + Number.parseFloat(getComputedStyle(target).marginBottom);
      differs ||= this.#heights.get(key) !== height;
      this.#heights.set(key, height);
    }
    if (differs) this.setState(({ measured }) => ({ measured: measured + 1 }));
  }
}
