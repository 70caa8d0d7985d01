import type { ComponentChild, ComponentChildren } from 'preact';
import type { KanbanCard, KanbanFacts, KanbanTask } from '../../src/kanban/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanban/kanbanWords.js';
import { fill } from '../fill.js';
import { countFindings, countTasks } from '../../src/editor/entryCounts.js';
import { counted } from './cardText.js';

/** Ranks from here on look alike: the calm ones. */
const ranksApart = 3;

/** The agent that is at the item, and what is wrong with it, at the end of the card's first line. */
export function CardMarks({ card, words }: { card: KanbanCard; words: KanbanWords }): ComponentChild {
  const { agent, facts } = card;
  const { drifts = 0, errors = 0, warnings = 0, blockedBy = [] } = facts ?? {};
  const findings = countFindings(facts);
  return (
    <span class="marks">
      {agent !== undefined && <Mark icon={agentIcons[agent]} kind={`agent-${agent}`} title={words.agent[agent]} />}
      {blockedBy.length > 0 && <Mark icon="lock" kind="blocked" title={fill(words.blocked, blockedBy.join(', '))} />}
      {drifts > 0 && (
        <Mark icon="git-compare" kind="drift" count={drifts} title={counted(drifts, words.drift, words.drifts)} />
      )}
      {findings > 0 && (
        <Mark
          icon={errors > 0 ? 'error' : 'warning'}
          kind={errors > 0 ? 'error' : 'warning'}
          count={findings}
          title={[
            ...(errors > 0 ? [counted(errors, words.error, words.errors)] : []),
            ...(warnings > 0 ? [counted(warnings, words.warning, words.warnings)] : []),
          ].join(', ')}
        />
      )}
    </span>
  );
}

/** Each has its own: colour alone says nothing. */
const agentIcons = { waiting: 'bell-dot', running: 'robot', failed: 'debug-disconnect' } as const;

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
      <Figure spoken={title}>{count}</Figure>
    </span>
  );
}

/** A figure for the eye, and what it says for the ear. */
function Figure({ spoken, children }: { spoken: string; children: ComponentChildren }): ComponentChild {
  return (
    <>
      <span class="said">, {spoken}</span>
      <span aria-hidden="true">{children}</span>
    </>
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
  const { done: ticked } = countTasks(tasks);
  const [branch] = facts?.branches ?? [];
  const hasCriteria = facts !== undefined && facts.criteria > 0;
  if (tasks.length === 0 && facts?.priority === undefined && !hasCriteria && branch === undefined) return undefined;
  return (
    <div class="meta">
      {facts?.priority !== undefined && (
        <span class="part" title={fill(words.priority, facts.priority)}>
          <i class={`rank rank-${Math.min(facts.rank ?? ranksApart, ranksApart)}`} aria-hidden="true" />
          <Figure spoken={fill(words.priority, facts.priority)}>{facts.priority}</Figure>
        </span>
      )}
      {tasks.length > 0 && (
        <button
          type="button"
          class="part progress"
          tabIndex={-1}
          title={fill(words.showTasks, ticked, tasks.length)}
          onClick={(event) => {
            event.stopPropagation();
            toggle(card);
          }}
        >
          <i class={`codicon codicon-chevron-${expanded ? 'down' : 'right'}`} aria-hidden="true" />
          <span class="bar" aria-hidden="true">
            <span style={{ transform: `scaleX(${ticked / tasks.length})` }} />
          </span>
          <Figure spoken={fill(words.tasks, ticked, tasks.length)}>
            {ticked}/{tasks.length}
          </Figure>
        </button>
      )}
      {hasCriteria && <Criteria facts={facts} words={words} />}
      {branch !== undefined && (
        <span class="part branch" title={facts?.branches.map((name) => fill(words.branch, name)).join('\n')}>
          <i class="codicon codicon-git-branch" aria-hidden="true" />
          <Figure spoken={fill(words.branch, branch)}>{branch}</Figure>
        </span>
      )}
    </div>
  );
}

function Criteria({ facts, words }: { facts: KanbanFacts; words: KanbanWords }): ComponentChild {
  const { covered, criteria, coveredBy } = facts;
  const spoken = fill(coveredBy === 'test' ? words.testCriteria : words.scenarioCriteria, covered, criteria);
  return (
    <span class={covered === criteria ? 'part covered' : 'part'} title={spoken}>
      <i class={`codicon codicon-${coveredBy === 'test' ? 'beaker' : 'checklist'}`} aria-hidden="true" />
      <Figure spoken={spoken}>
        {covered}/{criteria}
      </Figure>
    </span>
  );
}

export interface TaskProps {
  readonly task: KanbanTask;
  readonly elementId: string;
  readonly position: number;
  readonly of: number;
  readonly active: boolean;
  readonly tick: () => void;
}

/** A task of a card whose tasks are shown. */
export function Task({ task: { text, checked }, elementId, position, of, active, tick }: TaskProps): ComponentChild {
  return (
    <div
      class={active ? 'task active' : 'task'}
      id={elementId}
      role="treeitem"
      aria-level={2}
      aria-posinset={position}
      aria-setsize={of}
      aria-selected={active}
      aria-checked={checked}
      onClick={(event) => {
        event.stopPropagation();
        tick();
      }}
    >
      <i class={checked ? 'box codicon codicon-check' : 'box'} aria-hidden="true" />
      <span class={checked ? 'text done' : 'text'}>{text}</span>
    </div>
  );
}
