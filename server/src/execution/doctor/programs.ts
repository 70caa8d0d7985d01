import path from 'node:path';
import { pathFolders } from '../../base/foundProgram.js';
import { readPactkitSettings } from '../../project/pactkitSettings.js';
import { readApprovals } from '../gates/approvals.js';
import type { Flaw } from '../../reports/flaws.js';
import type { Machine } from '../../workspace/machine.js';
import type { Examination, Patient } from './patient.js';

/** The programs that the project needs, and whether its own commands may run. */
export const programs: Examination = {
  title: 'programs',
  examine: async (patient) => [
    ...(await missing(patient, 'git', 'error', 'Nothing is known of what was changed without it')),
    ...(await commands(patient)),
    ...(await trackers(patient)),
  ],
};

async function missing(
  { machine }: Patient,
  name: string,
  severity: Flaw['severity'],
  cause: string,
): Promise<readonly Flaw[]> {
  if (await isOnPath(machine, name)) return [];
  return [{ check: 'programs', severity, message: `${name} is not on the PATH`, cause, next: `Install ${name}` }];
}

/** Whether a program of that name is in a folder of the PATH. */
async function isOnPath({ disk, places }: Machine, name: string): Promise<boolean> {
  const endings = places.platform === 'win32' ? ['', '.exe', '.cmd', '.com'] : [''];
  const folders = pathFolders(places.env);
  // Where no PATH is known, nothing is known to be missing.
  if (folders.length === 0) return true;
  for (const folder of folders)
    for (const ending of endings)
      if (
        await disk.access(path.join(folder, `${name}${ending}`), disk.constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return true;
  return false;
}

async function commands(patient: Patient): Promise<readonly Flaw[]> {
  const { machine, code, project } = patient;
  if (!project) return [];
  const isApproved = await readApprovals(machine, { root: code.root, repository: code.repository });
  const found: Flaw[] = [];
  for (const [name, command] of project.configuration.gates.commands) {
    const [program = ''] = command;
    const here = path.resolve(code.root, program);
    const isThere = program.includes('/') ? await machine.disk.exists(here) : await isOnPath(machine, program);
    const place = { check: 'commands', path: '.pactwright/config.yaml' };
    if (!isThere)
      found.push({
        ...place,
        severity: 'error',
        message: `The ${name} command needs ${program}, which is not ${program.includes('/') ? 'there' : 'on the PATH'}`,
        cause: 'Gates that run it cannot tell whether the work may go on',
        next: `Install ${program}, or change \`gates.commands.${name}\``,
      });
    else if (!isApproved(command))
      found.push({
        ...place,
        severity: 'info',
        message: `Nobody has allowed the ${name} command here yet`,
        cause: 'Gates run only commands that a person allowed on this machine',
        next: 'Check a gate in the editor: it asks once; in CI, pass --trust-commands',
      });
  }
  return found;
}

async function trackers(patient: Patient): Promise<readonly Flaw[]> {
  const { valueOf } = await readPactkitSettings(patient.machine, patient.code.root);
  const usesGitHub = ['issue_tracker.provider', 'ci.provider'].some((key) => valueOf(key) === 'github');
  return usesGitHub
    ? missing(
        patient,
        'gh',
        'warning',
        'pactkit.yaml names GitHub, and pull requests and issues are reached through gh',
      )
    : [];
}
