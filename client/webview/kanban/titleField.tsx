import { Component, type ComponentChild } from 'preact';
import { keepTyping } from './keepTyping.js';

export interface TitleFieldProps {
  readonly title: string;
  readonly label: string;
  /** Called once; undefined leaves the title as it is. */
  readonly done: (title: string | undefined) => void;
}

/** The title as it is edited: Enter or leaving it takes it over, Escape does not. */
export class TitleField extends Component<TitleFieldProps> {
  #input: HTMLInputElement | null = null;
  #isDone = false;

  override componentDidMount(): void {
    this.#input?.focus();
    this.#input?.select();
  }

  override render({ title, label }: TitleFieldProps): ComponentChild {
    return (
      <input
        class="titleField"
        type="text"
        defaultValue={title}
        aria-label={label}
        spellcheck={false}
        ref={(input) => {
          this.#input = input;
        }}
        onClick={(event) => {
          event.stopPropagation();
        }}
        onDblClick={(event) => {
          event.stopPropagation();
        }}
        onBlur={() => {
          this.#finish(true);
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          keepTyping(event);
          if (event.key === 'Enter') this.#finish(true);
          if (event.key === 'Escape') this.#finish(false);
        }}
      />
    );
  }

  #finish(isTaken: boolean): void {
    if (this.#isDone) return;
    this.#isDone = true;
    const title = this.#input?.value.trim() ?? '';
    this.props.done(isTaken && title !== '' && title !== this.props.title ? title : undefined);
  }
}
