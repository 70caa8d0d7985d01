import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import { decodeText } from '../../base/decodeText.js';
import { findProjects } from '../../workspace/findProjects.js';
import { contentHash } from '../../base/contentHash.js';
import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { UsageError } from '../../base/usageError.js';
import { findTargets } from '../../project/lintTargets.js';
import { mergedPatterns, withoutPatterns, withPatterns } from './attributes.js';
import { driverCommand, driverDescription, driverName } from './driverCommand.js';
import { documentPathsOf } from './projects.js';

/** A clone, and the documents in it that are merged. */
export interface Clone {
  /** The top of its worktree; absolute. */
  readonly top: string;
  /** Absolute. */
  readonly attributesFile: string;
  readonly patterns: readonly string[];
}

/** `outdated`: some of it is missing, or another program or other documents are named. */
export type InstallationState = 'installed' | 'outdated' | 'absent';

const settings = { [`merge.${driverName}.name`]: driverDescription, [`merge.${driverName}.driver`]: '' };

/**
 * The clones in which the projects at or below a folder are, or the nearest one above: each with the documents of all its
 * projects, as they share one file of attributes.
 *
 * @throws UsageError if there is no project, or none of them is in a git repository.
 */
export async function findClones(machine: Machine, root: string, signal: AbortSignal): Promise<readonly Clone[]> {
  const clones = new Map<string, Clone>();
  let reason = '';
  for (const { root: project } of (await findTargets(root, [], machine.files)).targets) {
    const answer = await machine.git.repository(project, signal);
    if (answer.kind !== 'answer') reason = answer.message;
    else {
      const attributesFile = path.join(answer.value.commonFolder, 'info', 'attributes');
      if (!clones.has(attributesFile))
        clones.set(attributesFile, await cloneOf(machine, attributesFile, project, answer.value, signal));
    }
  }
  if (clones.size > 0) return [...clones.values()];
  throw new UsageError(`${reason}, but a merge driver belongs to a git repository: run \`git init\` first`);
}

/** @param first one of its projects. */
async function cloneOf(
  machine: Machine,
  attributesFile: string,
  first: string,
  { top, commonFolder }: GitRepository,
  signal: AbortSignal,
): Promise<Clone> {
  const patterns = new Set<string>();
  for (const project of [...(await findProjects(top, machine.files, signal)), first]) {
    const answer = await machine.git.repository(project, signal);
    // A submodule has attributes of its own.
    if (answer.kind !== 'answer' || answer.value.commonFolder !== commonFolder) continue;
    for (const pattern of mergedPatterns(answer.value.prefix, await documentPathsOf(machine, project)))
      patterns.add(pattern);
  }
  return { top, attributesFile, patterns: [...patterns] };
}

/** @throws UsageError if git or the disk refuses. */
export async function stateOf(
  machine: Machine,
  { top, attributesFile, patterns }: Clone,
  signal: AbortSignal,
): Promise<InstallationState> {
  const found = answerOf(await machine.gitSettings(top, `merge.${driverName}`, signal));
  const attributes = (await readAttributes(machine, attributesFile)) ?? '';
  if (found.size === 0 && withoutPatterns(attributes) === attributes) return 'absent';
  const wanted = wantedSettings(machine);
  const isUpToDate =
    Object.entries(wanted).every(([name, value]) => found.get(name) === value) &&
    withPatterns(attributes, patterns) === attributes;
  return isUpToDate ? 'installed' : 'outdated';
}

/** @throws UsageError if git or the disk refuses. */
export async function install(
  machine: Machine,
  { top, attributesFile, patterns }: Clone,
  signal: AbortSignal,
): Promise<void> {
  // Attributes that name a driver which is not there yet change nothing, and they are what may be refused.
  await changeAttributes(machine, attributesFile, (text) => withPatterns(text, patterns));
  for (const [name, value] of Object.entries(wantedSettings(machine)))
    answerOf(await machine.runGit(top, ['config', '--local', '--replace-all', name, value], signal));
}

/** @throws UsageError if git or the disk refuses. */
export async function uninstall(machine: Machine, { top, attributesFile }: Clone, signal: AbortSignal): Promise<void> {
  await changeAttributes(machine, attributesFile, withoutPatterns);
  const found = answerOf(await machine.gitSettings(top, `merge.${driverName}`, signal));
  for (const name of Object.keys(settings))
    if (found.has(name)) answerOf(await machine.runGit(top, ['config', '--local', '--unset-all', name], signal));
}

function wantedSettings(machine: Machine): Readonly<Record<string, string>> {
  return { ...settings, [`merge.${driverName}.driver`]: driverCommand(machine.self) };
}

/** @throws UsageError if it is no UTF-8: its bytes would not come back. */
async function readAttributes(machine: Machine, file: string): Promise<string | undefined> {
  try {
    const decoded = decodeText(await machine.disk.readFile(file));
    if (decoded.kind === 'text') return decoded.text;
    throw new UsageError(`${file} is unchanged. ${decoded.message}`);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function changeAttributes(machine: Machine, file: string, change: (text: string) => string): Promise<void> {
  const before = await readAttributes(machine, file);
  const text = before ?? '';
  const after = change(text);
  if (after === text) return;
  if (after === '') {
    await machine.disk.unlink(file);
    return;
  }
  await machine.disk.mkdir(path.dirname(file), { recursive: true });
  const written = await machine.disk.writeAtomically(
    file,
    after,
    before === undefined ? undefined : contentHash(before),
  );
  if (written.kind !== 'written') throw new UsageError(written.message);
}

function answerOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind === 'answer') return answer.value;
  throw new UsageError(answer.message);
}
