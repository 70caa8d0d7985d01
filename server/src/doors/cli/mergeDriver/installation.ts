import { mkdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomically } from '../../../host/atomicWrite.js';
import { git } from '../../../host/git.js';
import { isErrorCode } from '../../../host/errors.js';
import { blockingFileSystem as files } from '../../../host/fileSystem.js';
import { tellGit } from '../../../host/gitSteps.js';
import { readSettings } from '../../../host/git/readSettings.js';
import { contentHash } from '../../../workspace/contentHash.js';
import type { GitAnswer } from '../../../workspace/ports.js';
import { UsageError } from '../io.js';
import { findTargets } from '../lintTargets.js';
import { mergedPatterns, withoutPatterns, withPatterns } from './attributes.js';
import { driverCommand, driverDescription, driverName, thisProgram } from './driverCommand.js';
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
 * The clones in which the projects at or below a folder are, or the nearest one above.
 *
 * @throws UsageError where there is no project, or none of them is in a git repository.
 */
export async function findClones(root: string, signal: AbortSignal): Promise<readonly Clone[]> {
  const clones = new Map<string, Clone>();
  let reason = '';
  for (const { root: project } of (await findTargets(root, [], files)).targets) {
    const answer = await git.repository(project, signal);
    if (answer.kind !== 'answer') {
      reason = answer.message;
      continue;
    }
    const { top, prefix, commonFolder } = answer.value;
    const attributesFile = path.join(commonFolder, 'info', 'attributes');
    const patterns = mergedPatterns(prefix, await documentPathsOf(project));
    const known = clones.get(attributesFile)?.patterns ?? [];
    clones.set(attributesFile, { top, attributesFile, patterns: [...known, ...patterns] });
  }
  if (clones.size > 0) return [...clones.values()];
  throw new UsageError(
    `${reason}, and a merge driver is a setting of a git repository: make it one with \`git init\`, then install it`,
  );
}

/** @throws UsageError where git or the disk refuses. */
export async function stateOf(
  { top, attributesFile, patterns }: Clone,
  signal: AbortSignal,
): Promise<InstallationState> {
  const found = answerOf(await readSettings(top, `merge.${driverName}`, signal));
  const attributes = await readAttributes(attributesFile);
  if (found.size === 0 && withoutPatterns(attributes) === attributes) return 'absent';
  const wanted = wantedSettings();
  const isUpToDate =
    Object.entries(wanted).every(([name, value]) => found.get(name) === value) &&
    withPatterns(attributes, patterns) === attributes;
  return isUpToDate ? 'installed' : 'outdated';
}

/** @throws UsageError where git or the disk refuses. */
export async function install({ top, attributesFile, patterns }: Clone, signal: AbortSignal): Promise<void> {
  for (const [name, value] of Object.entries(wantedSettings()))
    answerOf(await tellGit(top, ['config', '--local', '--replace-all', name, value], signal));
  await changeAttributes(attributesFile, (text) => withPatterns(text, patterns));
}

/** @throws UsageError where git or the disk refuses. */
export async function uninstall({ top, attributesFile }: Clone, signal: AbortSignal): Promise<void> {
  await changeAttributes(attributesFile, withoutPatterns);
  const found = answerOf(await readSettings(top, `merge.${driverName}`, signal));
  for (const name of Object.keys(settings))
    if (found.has(name)) answerOf(await tellGit(top, ['config', '--local', '--unset-all', name], signal));
}

function wantedSettings(): Readonly<Record<string, string>> {
  return { ...settings, [`merge.${driverName}.driver`]: driverCommand(thisProgram()) };
}

async function readAttributes(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return '';
    throw error;
  }
}

async function changeAttributes(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  const text = before?.toString('utf8') ?? '';
  const after = change(text);
  if (after === text) return;
  if (after === '') {
    await unlink(file);
    return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  const written = await writeAtomically(file, after, before && contentHash(before));
  if (written.kind !== 'written') throw new UsageError(written.message);
}

function answerOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind === 'answer') return answer.value;
  throw new UsageError(answer.message);
}
