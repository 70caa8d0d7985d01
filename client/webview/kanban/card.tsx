import { Component, type ComponentChild } from 'preact';
import type { Beside, KanbanCard, KanbanColumn } from '../../src/kanban/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';
import { countFindings } from '../../src/editor/entryCounts.js';
import { entryContext } from '../../src/editor/entryContext.js';
import { fill } from '../fill.js';
import { CardMarks, CardMeta, Task } from './cardParts.js';
import { nameOf } from './cardText.js';
import { differs } from './differs.js';
import { TitleField } from './titleField.js';

/** What is selected, besides the card: a task of it, or other cards. */
interface Select {
  readonly task?: number;
  readonly how?: 'alone' | 'toggle' | 'extend';
}

/** What a card can ask for; the same object for as long as the page lives. */
export interface CardActions {
  readonly select: (card: KanbanCard, wanted?: Select) => void;
  readonly toggle: (card: KanbanCard) => void;
  readonly tick: (card: KanbanCard, task: number) => void;
  readonly open: (card: KanbanCard, what: 'spec' | 'entry') => void;
  readonly rename: (card: KanbanCard) => void;
  /** Undefined leaves the title as it is. */
  readonly renamed: (card: KanbanCard, title: string | undefined) => void;
}

export interface CardProps {
  readonly card: KanbanCard;
  /** Of the element: what the list names as active. */
  readonly elementId: string;
  /** From 1, among all of the column, made or not. */
  readonly position: number;
  readonly of: number;
  readonly active: boolean;
  /** The task of it that is active. */
  readonly task: number | undefined;
  readonly expanded: boolean;
  readonly renaming: boolean;
  readonly held: boolean;
  /** Keys of the cards that are selected, this one among them; undefined if it is not, or is active and alone. */
  readonly selected: ReadonlySet<string> | undefined;
  /** On which side a dragged card would be put. */
  readonly drop: Beside['side'] | undefined;
  readonly canWrite: boolean;
  /** The kind of its section, for the menu. */
  readonly section: KanbanColumn['kind'];
  /** URI of the board, for the menu. */
  readonly board: string;
  readonly words: KanbanWords;
  readonly actions: CardActions;
}

/**
 * One entry of the board. It is made anew only where something that it shows differs. What it is called is read from what it shows,
 * where figures have words beside them; so its tasks are beside it in the tree, one level below, and not in it.
 */
export class Card extends Component<CardProps> {
  override shouldComponentUpdate(next: CardProps): boolean {
    const { card } = this.props;
    if (differs<CardProps>(this.props, next, 'card')) return true;
    return card !== next.card && JSON.stringify(card) !== JSON.stringify(next.card);
  }

  override render({ card, words, actions, expanded, ...props }: CardProps): ComponentChild {
    const hasTasks = card.tasks.length > 0;
    const name = nameOf(card);
    const classes = [
      'card',
      props.active && 'active',
      props.selected && 'selected',
      props.held && 'held',
      props.drop && `drop-${props.drop}`,
    ];
    return (
      <div
        class={classes.filter(Boolean).join(' ')}
        data-key={card.key}
        data-vscode-context={menuContext(card, props)}
        onClick={({ ctrlKey, metaKey, shiftKey }) => {
          actions.select(card, { how: shiftKey ? 'extend' : ctrlKey || metaKey ? 'toggle' : 'alone' });
        }}
        onDblClick={() => {
          actions.open(card, 'entry');
        }}
      >
        <div
          id={props.elementId}
          role="treeitem"
          aria-level={1}
          aria-posinset={props.position}
          aria-setsize={props.of}
          aria-selected={props.selected !== undefined || (props.active && props.task === undefined)}
          aria-expanded={hasTasks ? expanded : undefined}
        >
          <div class="top">
            {card.id !== undefined && <span class="id">{card.id}</span>}
            <div class="tools" aria-hidden="true">
              {props.canWrite && card.id !== undefined && (
                <Tool icon="edit" label={fill(words.rename, name)} run={() => actions.rename(card)} />
              )}
              <Tool icon="go-to-file" label={fill(words.openEntry, name)} run={() => actions.open(card, 'entry')} />
              {card.facts?.hasSpec && (
                <Tool icon="book" label={fill(words.openSpec, name)} run={() => actions.open(card, 'spec')} />
              )}
            </div>
            {!props.renaming && <CardMarks card={card} words={words} />}
          </div>
          {props.renaming ? (
            <TitleField
              title={card.title}
              label={fill(words.title, name)}
              done={(title) => {
                actions.renamed(card, title);
              }}
            />
          ) : (
            <div class="title">{card.title}</div>
          )}
          <CardMeta card={card} expanded={expanded} words={words} toggle={actions.toggle} />
        </div>
        {hasTasks && expanded && (
          <div class="tasks">
            {card.tasks.map((task, index) => (
              <Task
                key={index}
                task={task}
                elementId={`${props.elementId}-${index}`}
                position={index + 1}
                of={card.tasks.length}
                active={props.active && props.task === index}
                tick={() => {
                  actions.select(card, { task: index });
                  actions.tick(card, index);
                }}
              />
            ))}
          </div>
        )}
      </div>
    );
  }
}

/** For the mouse: the same is done with a key, and a screen reader is not told of it. */
function Tool({ icon, label, run }: { icon: string; label: string; run: () => void }): ComponentChild {
  return (
    <button
      type="button"
      class={`tool codicon codicon-${icon}`}
      tabIndex={-1}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    />
  );
}

/** What the editor's own menu is told of the card. */
function menuContext(
  card: KanbanCard,
  { canWrite, board, section, selected }: Pick<CardProps, 'canWrite' | 'board' | 'section' | 'selected'>,
): string {
  const hasFindings = countFindings(card.facts) > 0;
  const isAlone = selected === undefined || selected.size === 1;
  return JSON.stringify({
    webviewSection: 'card',
    preventDefaultContextMenuItems: true,
    board,
    card: card.key,
    ...(isAlone ? {} : { cards: [...selected] }),
    'pactwright.card.isAlone': isAlone,
    'pactwright.card.entry': entryContext({ ...card, hasSpec: card.facts?.hasSpec ?? false, hasFindings }, section),
    'pactwright.card.canWrite': canWrite,
  });
}
