import type { NewEntry } from './boardEdits.js';
import type { ParsedDocument } from '../document.js';

/**
 * The board entry of a spec, with its implementation steps or else its requirements as tasks.
 *
 * @returns undefined if the spec has no title to show.
 */
export function entryFor({ path, model }: ParsedDocument<'spec'>, id: string, ticked: boolean): NewEntry | undefined {
  const title = oneLine(model.title?.text.value ?? '');
  if (title === '') return undefined;
  const steps = model.implementationSteps.map(({ action }) => oneLine(action.value)).filter((action) => action !== '');
  const tasks = steps.length > 0 ? steps : model.requirements.map(({ name }) => oneLine(name.value));
  return { id, title, specPath: path, tasks: [...new Set(tasks)].filter((task) => task !== ''), ticked };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
