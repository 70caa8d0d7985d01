import type { KanbanCard } from '../../src/kanbanMessages.js';
import type { KanbanWords } from '../../src/kanbanWords.js';
import { fill } from '../fill.js';

/** What a person calls a card: its id, else its title. */
export function nameOf({ id, title }: KanbanCard): string {
  return id ?? title;
}

/** How many tasks are ticked. */
export function tickedTasks({ tasks }: KanbanCard): number {
  return tasks.filter(({ checked }) => checked).length;
}

/** Of a number of things in words: `1 drift`, `2 drifts`. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : fill(many, count);
}

/** All that a card shows, as it is read out. */
export function spokenCard(card: KanbanCard, words: KanbanWords): string {
  const { id, title, tasks, facts } = card;
  const parts = [id === undefined ? title : `${id}: ${title}`];
  if (tasks.length > 0) parts.push(fill(words.tasks, tickedTasks(card), tasks.length));
  if (!facts) return parts.join(', ');
  const { priority, criteria, covered, coveredBy, drifts, errors, warnings, blockedBy, branches } = facts;
  if (priority !== undefined) parts.push(fill(words.priority, priority));
  if (criteria > 0) parts.push(fill(criteriaWords(coveredBy, words), covered, criteria));
  if (drifts > 0) parts.push(counted(drifts, words.drift, words.drifts));
  if (errors > 0) parts.push(counted(errors, words.error, words.errors));
  if (warnings > 0) parts.push(counted(warnings, words.warning, words.warnings));
  if (blockedBy.length > 0) parts.push(fill(words.blocked, blockedBy.join(', ')));
  for (const branch of branches) parts.push(fill(words.branch, branch));
  return parts.join(', ');
}

/** Criteria are covered by tests, or by scenarios where the source code is not read. */
export function criteriaWords(coveredBy: 'test' | 'scenario', words: KanbanWords): string {
  return coveredBy === 'test' ? words.testCriteria : words.scenarioCriteria;
}
