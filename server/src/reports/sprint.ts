import type { PhaseEvent } from '../agents/phases/phaseEvent.js';
import type { Queue, QueueEntry, QueueOutcome } from '../agents/queue.js';
import { plainText } from '../base/plainText.js';

/** How work on an item ended, as words. */
const outcomeWords: Readonly<Record<QueueOutcome, string>> = {
  passed: 'passed',
  left: 'left to you',
  refused: 'refused',
  unknown: 'unknown',
  waiting: 'asks you',
  agentFailed: 'agent failed',
  skipped: 'skipped',
};

/** The items of a sprint with their phases, as a table for a terminal. */
export function formatSprint({ phases, rows }: Extract<PhaseEvent, { readonly event: 'sprint' }>): string {
  const cells = rows.map(({ item, cells: states, outcome, note }) => [
    item,
    ...phases.map((_, index) => wordOf(states[index])),
    [outcome === undefined ? 'waiting' : outcome === 'passed' ? 'done' : outcomeWords[outcome], note]
      .filter((one) => one !== undefined)
      .map(plainText)
      .join(': '),
  ]);
  const all = [['Item', ...phases, ''], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['', ...lines, ''].join('\n');
}

function wordOf(state: QueueOutcome | undefined): string {
  return state === undefined ? '–' : outcomeWords[state];
}

/** The queue for a terminal, an item a line. @param isWorkedOn whether a process works through it. */
export function formatQueue({ entries, paused }: Queue, isWorkedOn: boolean): string {
  if (entries.length === 0) return 'The queue is empty (`pactwright queue add STORY-042` adds items).\n';
  const width = Math.max(...entries.map(({ item }) => item.length));
  return [
    ...entries.map((entry) => `${entry.item.padEnd(width)}  ${plainText(stateOfEntry(entry, isWorkedOn))}`),
    ...(paused ? ['The sprint stops before its next phase.'] : []),
    '',
  ].join('\n');
}

function stateOfEntry({ state, phase, passed, outcome, note }: QueueEntry, isWorkedOn: boolean): string {
  switch (state) {
    case 'running':
      return isWorkedOn ? `in ${phase ?? 'work'}` : `was interrupted in ${phase ?? 'work'}`;
    case 'waiting':
      return passed.length === 0 ? 'waiting' : `waiting, after ${passed.join(', ')}`;
    case 'ended': {
      if (outcome === undefined || outcome === 'passed') return 'done';
      const where = phase === undefined || outcome === 'skipped' ? '' : ` in ${phase}`;
      return `${outcomeWords[outcome]}${where}${note === undefined ? '' : `: ${note}`}`;
    }
  }
}
