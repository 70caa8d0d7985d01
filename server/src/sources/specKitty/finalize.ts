import { globsMeet } from '../../base/globs.js';
import type { WorkPackage } from '../../documents/workPackage/workPackage.js';
import { type ComputedLanes, computeLanes } from './computeLanes.js';
import { type Mission, type MissionPackage, sortedPackages, subtasksOf } from './mission.js';

/** Why the tasks of a mission are not final, as sentences without full stop; empty: they are. */
export function problemsOf(mission: Mission, isThere: (glob: string) => boolean): readonly string[] {
  const packages = sortedPackages(mission);
  if (packages.length === 0) return [`there is no work package in ${mission.slug}/tasks`];
  const ids = packages.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is the id of several files`);
  return [...twice, ...packages.flatMap((wp) => problemsOfPackage(wp, ids, isThere))];
}

function problemsOfPackage(
  { id, problems, dependencies, ownedFiles, createIntent }: WorkPackage,
  ids: readonly string[],
  isThere: (glob: string) => boolean,
): readonly string[] {
  const missing = dependencies.filter(({ value }) => !ids.includes(value));
  const nowhere = ownedFiles.filter(
    ({ value }) => isLiteral(value) && !createIntent.includes(value) && !isThere(value),
  );
  return [
    ...problems.map(({ message }) => `${id}: ${message}`),
    ...missing.map(({ value }) => `${id} depends on ${value}, which does not exist`),
    ...nowhere.map(({ value }) => `${id} owns ${value}, which does not exist: correct it, or add it to create_intent`),
  ];
}

/** Whether a glob is a path. */
function isLiteral(glob: string): boolean {
  return !/[*?[{]/u.test(glob);
}

/** Work packages that can change the same file and so share a lane, as sentences without full stop. */
export function overlapsOf(mission: Mission): readonly string[] {
  const packages = sortedPackages(mission);
  return packages.flatMap((one, at) =>
    packages.slice(at + 1).flatMap((other) => {
      const shared = one.ownedFiles.find(({ value }) =>
        other.ownedFiles.some((theirs) => globsMeet(value, theirs.value)),
      );
      return shared ? [`${one.id} and ${other.id} can both change ${shared.value}: they share a lane`] : [];
    }),
  );
}

export function lanesOf(mission: Mission): ComputedLanes {
  return computeLanes(
    mission.packages.map(({ wp, text }) => ({
      id: wp.id,
      dependencies: wp.dependencies.map(({ value }) => value),
      ownedFiles: wp.ownedFiles.map(({ value }) => value),
      isPlanning: wp.isPlanning,
      body: text.replace(/^---\r?\n[^]*?\r?\n---\r?\n/u, ''),
    })),
  );
}

/** The file of a package with the keys that it lacks; what is there stays as it is. */
export function completedText(mission: Mission, { text, wp }: MissionPackage, target: string): string {
  const front = /^(---\r?\n)([^]*?)(\r?\n---[ \t]*(?:\r?\n|$))/u.exec(text);
  if (!front) return text;
  const [, open = '', body = '', close = ''] = front;
  const end = open.slice(3);
  const subtasks = subtasksOf(mission, wp);
  const missing: readonly (readonly [string, string])[] = [
    ['execution_mode', 'code_change'],
    ['planning_base_branch', JSON.stringify(target)],
    ['merge_target_branch', JSON.stringify(target)],
    ['subtasks', `[${subtasks.join(', ')}]`],
  ];
  const lines = missing
    .filter(([key]) => !new RegExp(`^${key}[ \\t]*:`, 'mu').test(body))
    .map(([key, value]) => `${end}${key}: ${value}`);
  return lines.length === 0 ? text : `${open}${body}${lines.join('')}${close}${text.slice(front[0].length)}`;
}
