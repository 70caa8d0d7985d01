import { isSourcePath } from '../../code/otherSyntaxes.js';
import type { ItemTrace } from '../../trace/graph.js';
import { pathOf } from '../../trace/namedFiles.js';

/** Files that are committed together. */
export interface TaskFiles {
  /** The text of the task on the board; undefined for what belongs to no task, or to several. */
  readonly task?: string;
  readonly files: readonly string[];
}

/**
 * Tells the changed files of an item apart by the tasks of its board entry, in their order; what belongs to no single task comes last. A
 * task has the files that it names, those of the implementation step with the same words, and the tests of the requirements, criteria and
 * scenarios that it names. A single task has everything. Documents and other files without code make no commit of their own: they join the last one.
 *
 * @param files the paths, relative to the top of the repository.
 */
export function filesByTask(item: ItemTrace, files: readonly string[]): readonly TaskFiles[] {
  const tasks = [...new Set(item.entries.flatMap(({ entry }) => entry.tasks.map(({ text }) => text.value.trim())))];
  if (tasks.length < 2) return [{ files }];
  const named = tasks.map((task) => ({ task, names: namesOf(task, item) }));
  const taskOf = (file: string): string | undefined => {
    const [one, ...others] = named.filter(({ names }) =>
      names.some((name) => file === name || file.endsWith(`/${name}`)),
    );
    return others.length === 0 ? one?.task : undefined;
  };
  const groups = tasks
    .map((task) => ({ task, files: files.filter((file) => taskOf(file) === task) }))
    .filter((group) => group.files.length > 0);
  const rest = files.filter((file) => taskOf(file) === undefined);
  const last = groups.at(-1);
  if (rest.length === 0 || (last && !rest.some(isSourcePath)))
    return last ? [...groups.slice(0, -1), { ...last, files: [...last.files, ...rest] }] : [];
  return [...groups, { files: rest }];
}

function namesOf(task: string, { spec, coverage }: ItemTrace): readonly string[] {
  const words = task.split(/[\s,;()`"']+/u).map((word) => word.replace(/[.:]+$/u, ''));
  const steps = spec?.model.implementationSteps ?? [];
  const ids = new Set(words.filter((word) => /^(?:R|AC|TC-)\d+$/u.test(word)));
  const tests = [
    ...coverage.requirements.filter(({ requirement }) => ids.has(requirement.id)),
    ...coverage.criteria.filter(({ criterion }) => ids.has(criterion.id)),
    ...coverage.scenarios.filter(({ scenario }) => scenario.id !== undefined && ids.has(scenario.id.value)),
  ].flatMap((one) => one.tests);
  return [
    ...words.filter((word) => /\w\.[a-z]\w{0,7}$/iu.test(word)),
    ...steps.filter(({ action }) => action.value.trim() === task).map(({ file }) => file.value.replaceAll('`', '')),
    ...tests.map(({ file }) => file.path),
  ].map(pathOf);
}
