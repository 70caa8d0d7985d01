import { Component, type ComponentChild } from 'preact';
import { Column } from './column.js';
import { openCardMenu } from './cardMenu.js';
import { addDragging, type Drop } from './dragging.js';
import { countCards } from './filter.js';
import { keyAction } from './keyboard.js';
import { KeysDialog } from './keysDialog.js';
import { Absence, RestrictedBanner } from './notice.js';
import type { BoardPage, Focus } from './page.js';
import type { Columns, PageState } from './state.js';
import { filterId, Toolbar } from './toolbar.js';

export interface AppProps {
  readonly page: BoardPage;
  readonly state: PageState;
  readonly columns: Columns;
  /** What is to have the focus once this is shown. */
  readonly focus: Focus | undefined;
}

/** The whole page. */
export class App extends Component<AppProps> {
  #main: HTMLElement | null = null;

  override componentDidMount(): void {
    if (this.#main) addDragging(this.#main, this.props.page.dragging);
    document.addEventListener('keydown', this.#keyDown);
    // The editor gives the focus to the page, not to something on it.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#focusList();
    });
    if (document.hasFocus()) this.#focusList();
    // What is opened beside the board takes of its room.
    window.addEventListener('resize', () => {
      if (document.activeElement?.closest('.cards'))
        this.#main?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }

  /** Whether a list had the focus, which it must not lose because the list is gone. */
  override getSnapshotBeforeUpdate(): boolean {
    return document.activeElement?.closest('.cards') !== null && document.activeElement !== null;
  }

  override componentDidUpdate(_props: AppProps, _state: unknown, hadFocus: boolean): void {
    const { focus } = this.props;
    if (focus === 'filter') {
      const field = document.getElementById(filterId);
      if (field instanceof HTMLInputElement) field.select();
      field?.focus();
    } else if (focus === 'list' || (hadFocus && document.activeElement === document.body)) this.#focusList();
  }

  override render({ page, state, columns }: AppProps): ComponentChild {
    const { message } = state;
    if (!message) return undefined;
    const { words, canWrite, board, uri } = message;
    return (
      <>
        <header>
          <h1 class="said">{words.board}</h1>
          {!canWrite && <RestrictedBanner words={words} ask={page.ask} />}
          {typeof board !== 'string' && (
            <Toolbar
              filter={state.filter}
              shown={countCards(columns.shown)}
              all={countCards(columns.all)}
              words={words}
              setFilter={page.setFilter}
              leaveFilter={page.leaveFilter}
              newItem={
                canWrite
                  ? () => {
                      page.newItem();
                    }
                  : undefined
              }
              showKeys={() => {
                page.act({ do: 'keys' });
              }}
            />
          )}
        </header>
        <main
          class="board"
          ref={(main) => {
            this.#main = main;
          }}
        >
          {typeof board === 'string' && <Absence why={board} words={words} ask={page.ask} />}
          {columns.shown.map((column, index) => (
            <Column
              key={column.key}
              column={column}
              index={index}
              at={state.at?.column === column.key ? state.at : undefined}
              selected={state.selection.cards}
              expanded={state.expanded}
              renaming={state.renaming}
              held={state.held}
              drop={dropIn(state.drop, column.key)}
              isCollapsed={state.collapsed.has(column.key)}
              newItem={page.newItem}
              collapse={page.collapse}
              isFiltered={state.filter.trim() !== ''}
              canWrite={canWrite}
              board={uri}
              words={words}
              actions={page.cards}
              entered={page.entered}
            />
          ))}
        </main>
        {state.showsKeys && <KeysDialog words={words} closed={page.closeKeys} />}
        <div class={state.isRefusal ? 'toast' : 'said'} role="status" onClick={page.forget}>
          {state.said}
        </div>
      </>
    );
  }

  readonly #keyDown = (event: KeyboardEvent): void => {
    const { page, state, columns } = this.props;
    const { target } = event;
    const isField = target instanceof Element && target.closest('input, dialog') !== null;
    if (isField || event.isComposing) return;
    // Alt alone goes to the menu bar of the editor; held for a move it must not.
    if (event.key === 'Alt') event.stopPropagation();
    const { key, altKey: alt, shiftKey: shift, ctrlKey, metaKey } = event;
    // The keyboard skips the cards of collapsed columns.
    const open = columns.shown.filter((column) => !state.collapsed.has(column.key));
    const shown = { columns: open, expanded: state.expanded, selection: state.selection };
    const action = keyAction({ key, alt, shift, control: ctrlKey || metaKey }, state.at ?? { column: '' }, shown);
    if (!action) return;
    // A button outside of the lists has its own keys.
    const isOnButton = target instanceof Element && target.closest('button') !== null;
    if (isOnButton && action.do !== 'filter' && action.do !== 'keys') return;
    event.preventDefault();
    event.stopPropagation();
    if (action.do === 'menu') this.#openMenu();
    else page.act(action);
  };

  /** The editor's own menu for the active card, where the card is: the element with the focus is the whole list. */
  #openMenu(): void {
    const active = this.#main?.querySelector('.card.active');
    if (!active) return;
    const { left, top } = active.getBoundingClientRect();
    openCardMenu(active, { x: left + 24, y: top + 24 });
  }

  #focusList(): void {
    const { at } = this.props.state;
    const lists = this.#main?.querySelectorAll<HTMLElement>('.column') ?? [];
    const column = [...lists].find(({ dataset }) => dataset['column'] === at?.column) ?? lists[0];
    column?.querySelector<HTMLElement>('.cards')?.focus({ preventScroll: true });
  }
}

function dropIn(drop: Drop | undefined, column: string): Drop['beside'] | 'empty' | undefined {
  if (drop?.column !== column) return undefined;
  return drop.beside ?? 'empty';
}
