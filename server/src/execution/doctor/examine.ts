import { UsageError } from '../../base/usageError.js';
import { codeTexts, openCodeFolder } from '../../project/codeFolder.js';
import { chooseProject } from '../../project/lintTargets.js';
import { type OpenedProject, openProject } from '../../project/openProject.js';
import type { Flaw } from '../../reports/flaws.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { deployed } from './deployed.js';
import { documents } from './documents.js';
import { pactkit } from './pactkit.js';
import type { Examination, Patient } from './patient.js';
import { programs } from './programs.js';
import { repository } from './repository.js';
import { worktrees } from './worktrees.js';

/** In the order in which they are carried out: what reads documents comes before what asks them. */
const examinations: readonly Examination[] = [documents, repository, programs, deployed, pactkit, worktrees];

export interface Examined {
  readonly root: string;
  readonly flaws: readonly Flaw[];
}

/** Looks a folder over. @throws UsageError; the signal's reason */
export async function examine(
  machine: Machine,
  folder: string,
  signal: AbortSignal,
  progress: (title: string) => void,
): Promise<Examined> {
  const code = await openCodeFolder(machine, folder, signal);
  const textOf = await codeTexts(machine, code.root);
  const opened = await open(machine, folder);
  const project = 'message' in opened ? undefined : opened;
  const patient: Patient = { machine, code, project, textOf, signal };
  const flaws: Flaw[] = 'message' in opened ? [opened] : [];
  for (const { title, examine: look } of examinations) {
    signal.throwIfAborted();
    progress(title);
    flaws.push(...(await look(patient)));
  }
  return { root: code.root, flaws };
}

/** No project, or a configuration that cannot be read, is what is wrong, not a reason to look at nothing. */
async function open(machine: Machine, folder: string): Promise<OpenedProject | Flaw> {
  if ((await findProjectAbove(folder, machine.files)) === undefined)
    return {
      check: 'project',
      severity: 'info',
      message: 'No project is at this folder or above it, so only code, git and programs were examined',
      next: 'Set one up with `pactwright init`',
    };
  try {
    const { root, others: otherRoots } = await chooseProject(folder, machine.files, false);
    const project = await openProject(machine, { root, otherRoots }, 'documents');
    project.requireConfiguration();
    return project;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      check: 'configuration',
      severity: 'error',
      path: '.pactwright/config.yaml',
      message: error.message,
      cause: 'Nothing is judged until it is correct',
      next: 'Correct the file',
    };
  }
}
