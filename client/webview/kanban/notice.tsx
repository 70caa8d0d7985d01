import type { ComponentChild } from 'preact';
import type { KanbanAbsence, KanbanPageMessage } from '../../src/kanban/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';

type Help = (KanbanPageMessage & { type: 'help' })['what'];

export interface NoticeProps {
  readonly words: KanbanWords;
  readonly ask: (what: Help) => void;
}

/** What is shown instead of a board, and the way out. */
export function Absence({ why, words, ask }: NoticeProps & { why: KanbanAbsence }): ComponentChild {
  const text: readonly [Help, string] = ['text', words.text];
  const ways: Readonly<Record<KanbanAbsence, readonly (readonly [Help, string])[]>> = {
    loading: [],
    noServer: [['restart', words.restart], ['log', words.log], text],
    noProject: [text],
    noSections: [text],
  };
  return (
    <div class="absence">
      <p>{words[why]}</p>
      <div class="ways">
        {ways[why].map(([what, label], index) => (
          <button
            key={what}
            type="button"
            class={index === 0 ? 'button' : 'button secondary'}
            onClick={() => ask(what)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Above a board that may not be written. */
export function RestrictedBanner({ words, ask }: NoticeProps): ComponentChild {
  return (
    <div class="banner">
      <i class="codicon codicon-shield" aria-hidden="true" />
      <span>{words.restricted}</span>
      <button type="button" class="link" onClick={() => ask('trust')}>
        {words.trust}
      </button>
    </div>
  );
}
