import { findProjectAbove } from '../../workspace/findProjects.js';
import { type Configuration, defaultConfiguration, type GateCommandName } from '../../workspace/configuration.js';
import type { Machine } from '../../workspace/machine.js';
import type { CodeFolder } from '../../project/codeFolder.js';
import { chooseProject } from '../../project/lintTargets.js';
import { openFor } from '../../project/openProject.js';
import { Refused } from '../../operations/errorCodes.js';
import { readApprovals } from '../gates/approvals.js';
import { gateEnvironment } from '../gates/environment.js';
import { type ProgramEnd, runProgram, type ProgramRun } from '../programs/runProgram.js';
import type { QueryScene } from './query.js';

/** The configuration of the project that a folder is in; the default one where it is in none. @throws UsageError */
export async function configurationAt(machine: Machine, folder: string): Promise<Configuration> {
  if ((await findProjectAbove(folder, machine.files)) === undefined) return defaultConfiguration;
  const chosen = await chooseProject(folder, machine.files, false);
  return (await openFor({ reads: [], needs: 'documents' }, chosen, machine)).configuration;
}

/**
 * Runs a command that the project declares, once a person allowed it here.
 *
 * @param more arguments behind those that it declares.
 * @throws Refused if none is declared, or it is not allowed.
 */
export async function runDeclared(
  scene: QueryScene,
  { root, repository }: CodeFolder,
  { gates }: Configuration,
  name: GateCommandName,
  more: readonly string[] = [],
): Promise<ProgramEnd> {
  const command = gates.commands.get(name) ?? [];
  const [word = '', ...args] = command;
  if (word === '')
    throw new Refused('not-found', `the project declares no ${name} command: set \`gates.commands.${name}\``);
  const isApproved =
    scene.trustsCommands === true || (await readApprovals(scene.machine, { root, repository }))(command);
  if (!isApproved)
    throw new Refused(
      'not-allowed',
      `\`${command.join(' ')}\` comes from the repository and is not allowed to run here: allow it in the editor, which asks once per workspace, or pass --trust-commands`,
    );
  scene.progress(`Running \`${command.join(' ')}\``);
  return runHere(scene, root, { kind: 'declared', word }, [...args, ...more]);
}

/** Runs a program of the project at its root, to its end. */
export function runHere(
  { machine, signal }: QueryScene,
  root: string,
  program: ProgramRun['program'],
  args: readonly string[],
): Promise<ProgramEnd> {
  return runProgram({
    program,
    args,
    root,
    folder: root,
    machine,
    env: gateEnvironment(machine.places.env),
    keepOutput: false,
    onOutput: () => undefined,
    signal,
  });
}

/** What a program said that ran to its end. @throws Refused if it did not; the signal's reason */
export function requireEnd(
  end: ProgramEnd,
  what: string,
  signal: AbortSignal,
): ProgramEnd & { readonly kind: 'ended' } {
  signal.throwIfAborted();
  if (end.kind === 'ended') return end;
  throw new Refused('failed', `could not run ${what}: ${end.kind === 'brokenOff' ? 'it was canceled' : end.message}`);
}
