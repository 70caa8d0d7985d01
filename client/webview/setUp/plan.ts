import type { SetUpPlan, SetUpWords } from '../../src/tools/setUpMessages.js';
import { element } from '../element.js';

/** The files with their diffs, what is done in the clone, what is kept and why, and what is left to do. */
export function showPlan({ changes, steps, answer }: SetUpPlan, words: SetUpWords): readonly HTMLElement[] {
  return [
    ...changes.map(fileOf),
    ...list(
      words.steps,
      steps.map(({ summary }) => summary),
    ),
    ...list('', answer.data.kept),
    ...showToDo(answer.data.approvals, words),
  ];
}

/** What a person has to do in the programs. */
export function showToDo(approvals: readonly string[], words: SetUpWords): readonly HTMLElement[] {
  return list(words.toDo, approvals);
}

function list(title: string, lines: readonly string[]): readonly HTMLElement[] {
  if (lines.length === 0) return [];
  const items = element('ul', {}, ...lines.map((line) => element('li', {}, line)));
  return title === '' ? [items] : [element('h2', {}, title), items];
}

function fileOf({ kind, path, patch }: SetUpPlan['changes'][number]): HTMLElement {
  const lines = patch.split('\n').slice(4);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      `${kind} `,
      element('code', {}, path),
      element('span', { class: 'count' }, `+${count('+')} −${count('-')}`),
    ),
    element('pre', { tabindex: '0' }, ...lines.flatMap((line) => [lineOf(line), '\n'])),
  );
}

const classes: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed' };

function lineOf(line: string): Node | string {
  const name = classes[line.charAt(0)];
  return name === undefined ? line : element('span', { class: name }, line);
}
