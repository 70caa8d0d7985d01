import type { ComponentChild } from 'preact';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';
import { fill } from '../fill.js';
import { counted } from './cardText.js';
import { keepTyping } from './keepTyping.js';

export const filterId = 'filter';

export interface ToolbarProps {
  readonly filter: string;
  readonly shown: number;
  readonly all: number;
  readonly words: KanbanWords;
  readonly setFilter: (filter: string) => void;
  /** The person is done with the field. */
  readonly leaveFilter: () => void;
  /** Undefined if the board is read-only. */
  readonly newItem: (() => void) | undefined;
  readonly showKeys: () => void;
}

export function Toolbar({ filter, shown, all, words, ...actions }: ToolbarProps): ComponentChild {
  return (
    <div class="toolbar">
      <label class="filter">
        <i class="codicon codicon-search" aria-hidden="true" />
        <input
          id={filterId}
          type="search"
          value={filter}
          placeholder={words.filter}
          aria-label={words.filter}
          spellcheck={false}
          onInput={({ currentTarget }) => {
            actions.setFilter(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            keepTyping(event);
            if (event.key === 'Escape' && filter !== '') actions.setFilter('');
            else if (event.key === 'Escape' || event.key === 'Enter') actions.leaveFilter();
          }}
        />
      </label>
      <span class="shown">
        {filter.trim() === '' ? counted(all, words.oneCard, words.count) : fill(words.countShown, shown, all)}
      </span>
      {actions.newItem && (
        <button type="button" class="new" onClick={actions.newItem}>
          <i class="codicon codicon-add" aria-hidden="true" /> {words.newItem}
        </button>
      )}
      <button
        type="button"
        class="tool codicon codicon-keyboard"
        title={`${words.keys} (?)`}
        aria-label={words.keys}
        onClick={actions.showKeys}
      />
    </div>
  );
}
