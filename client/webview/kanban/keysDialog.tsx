import { Component, type ComponentChild } from 'preact';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';

export interface KeysDialogProps {
  readonly words: KanbanWords;
  readonly closed: () => void;
}

/** The keys of the board. As a modal dialog the browser itself keeps the focus in it and gives it back. */
export class KeysDialog extends Component<KeysDialogProps> {
  #dialog: HTMLDialogElement | null = null;

  override componentDidMount(): void {
    this.#dialog?.showModal();
  }

  override render({ words, closed }: KeysDialogProps): ComponentChild {
    return (
      <dialog
        class="keys"
        aria-labelledby="keys-title"
        ref={(dialog) => {
          this.#dialog = dialog;
        }}
        onClose={closed}
        onKeyDown={(event) => {
          event.stopPropagation();
        }}
      >
        <header>
          <h2 id="keys-title">{words.keys}</h2>
          <button
            type="button"
            class="tool codicon codicon-close"
            title={words.close}
            aria-label={words.close}
            onClick={() => this.#dialog?.close()}
          />
        </header>
        <dl>
          {words.keyList.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </dialog>
    );
  }
}
