import type { OutlineEntry } from '../defineDocumentKind.js';
import type { Entry } from './board.js';

/** How many there are, and how many of them are done. */
export interface Tally {
  readonly done: number;
  readonly of: number;
}

/** Counts tasks. */
export function tallyTasks(tasks: readonly Pick<Entry['tasks'][number], 'checked'>[]): Tally {
  return { done: tasks.filter(({ checked }) => checked).length, of: tasks.length };
}

/** An entry in the outline: its id, its title and how many of its tasks are ticked. */
export function entryOutline({ id, title, tasks, span, headingSpan }: Entry): OutlineEntry {
  const { done, of } = tallyTasks(tasks);
  const progress = of > 0 ? ` ${done}/${of}` : '';
  const name = id?.value ?? (title.value || 'Entry');
  return { name, detail: `${id ? title.value : ''}${progress}`.trim(), kind: 'entry', span, selection: headingSpan };
}

/** The form of an entry. @param specs the folder of the specs. */
export function entryForm(specs: string): Readonly<Record<string, string>> {
  return {
    entry: '### [{ID}] {title}',
    spec: `> Spec: ${specs}/{ID}.md`,
    task: '- [ ] {text}',
    tickedTask: '- [x] {text}',
  };
}
