import type { ComponentChild } from 'preact';
import type { KanbanCard, KanbanFacts } from '../../src/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanbanWords.js';
import { fill } from '../fill.js';
import { counted, criteriaWords, tickedTasks } from './cardText.js';

/** Ranks from here on look alike: the calm ones. */
const ranksApart = 3;

/** What is wrong with the item, at the end of the card's first line. */
export function CardMarks({ facts, words }: { facts: KanbanFacts | undefined; words: KanbanWords }): ComponentChild {
  if (!facts) return undefined;
  const { drifts, errors, blockedBy } = facts;
  return (
    <span class="marks">
      {blockedBy.length > 0 && <Mark icon="lock" kind="blocked" title={fill(words.blocked, blockedBy.join(', '))} />}
      {drifts > 0 && (
        <Mark icon="git-compare" kind="drift" count={drifts} title={counted(drifts, words.drift, words.drifts)} />
      )}
      {errors > 0 && (
        <Mark icon="error" kind="error" count={errors} title={counted(errors, words.error, words.errors)} />
      )}
    </span>
  );
}

interface MarkProps {
  readonly icon: string;
  readonly kind: string;
  readonly title: string;
  readonly count?: number;
}

function Mark({ icon, kind, title, count }: MarkProps): ComponentChild {
  return (
    <span class={`mark ${kind}`} title={title}>
      <i class={`codicon codicon-${icon}`} aria-hidden="true" />
      {count}
    </span>
  );
}

export interface CardMetaProps {
  readonly card: KanbanCard;
  readonly expanded: boolean;
  readonly words: KanbanWords;
  readonly toggle: (card: KanbanCard) => void;
}

/** Priority, progress, coverage and branch, below the title. */
export function CardMeta({ card, expanded, words, toggle }: CardMetaProps): ComponentChild {
  const { tasks, facts } = card;
  const ticked = tickedTasks(card);
  const [branch] = facts?.branches ?? [];
  const hasCriteria = facts !== undefined && facts.criteria > 0;
  if (tasks.length === 0 && facts?.priority === undefined && !hasCriteria && branch === undefined) return undefined;
  return (
    <div class="meta">
      {facts?.priority !== undefined && (
        <span class="part" title={fill(words.priority, facts.priority)}>
          <i class={`rank rank-${Math.min(facts.rank ?? ranksApart, ranksApart)}`} aria-hidden="true" />
          {facts.priority}
        </span>
      )}
      {tasks.length > 0 && (
        <button
          type="button"
          class="part progress"
          tabIndex={-1}
          title={fill(words.showTasks, ticked, tasks.length)}
          aria-label={fill(words.showTasks, ticked, tasks.length)}
          onClick={(event) => {
            event.stopPropagation();
            toggle(card);
          }}
        >
          <i class={`codicon codicon-chevron-${expanded ? 'down' : 'right'}`} aria-hidden="true" />
          <span class="bar" aria-hidden="true">
            <span style={{ transform: `scaleX(${ticked / tasks.length})` }} />
          </span>
          {ticked}/{tasks.length}
        </button>
      )}
      {hasCriteria && (
        <span
          class={facts.covered === facts.criteria ? 'part covered' : 'part'}
          title={fill(criteriaWords(facts.coveredBy, words), facts.covered, facts.criteria)}
        >
          <i class={`codicon codicon-${facts.coveredBy === 'test' ? 'beaker' : 'checklist'}`} aria-hidden="true" />
          {facts.covered}/{facts.criteria}
        </span>
      )}
      {branch !== undefined && (
        <span class="part branch" title={facts?.branches.map((name) => fill(words.branch, name)).join('\n')}>
          <i class="codicon codicon-git-branch" aria-hidden="true" />
          <span>{branch}</span>
        </span>
      )}
    </div>
  );
}
