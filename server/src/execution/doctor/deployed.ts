import { count } from '../../base/count.js';
import { Refused } from '../../operations/errorCodes.js';
import { deploymentStatus } from '../../operations/setUp/deploymentStatus.js';
import { manifestPath } from '../../documents/projectMarks.js';
import { isChosen, type Manifest, readManifest } from '../../operations/setUp/manifest.js';
import type { FileState } from '../../operations/setUp/reconcile.js';
import type { SetUpDesk } from '../../operations/setUp/setUpDesk.js';
import type { Flaw } from '../../reports/flaws.js';
import { listed } from '../../rules/support/steps.js';
import { createSetUp } from '../setUp/createSetUp.js';
import type { Examination, Patient } from './patient.js';

/** What `init` put into the folders of agents and of git: whether it is still what this version would write. */
export const deployed: Examination = {
  title: 'what was deployed for agents',
  examine: async (patient) => {
    const { machine, code, project, textOf, signal } = patient;
    const text = await textOf(manifestPath);
    if (text === undefined || !project) return [];
    const desk = createSetUp(machine, code.root, signal);
    try {
      const manifest = readManifest(text);
      return [...(await files(patient, desk, manifest)), ...(await gitHooks(desk, manifest))];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [
        {
          check: 'deployment',
          severity: 'error',
          message: error.message,
          cause: 'Nobody can tell whether agents still meet the hooks and the server that were deployed for them',
          next: 'Correct the file, then run `pactwright update`',
        },
      ];
    }
  },
};

/** @throws Refused if a file cannot be read. */
async function files({ project, textOf }: Patient, desk: SetUpDesk, manifest: Manifest): Promise<readonly Flaw[]> {
  if (!project) return [];
  const { configuration } = project;
  const states = await deploymentStatus(manifest, desk, { readFile: textOf, configuration });
  const protecting = await desk.pieces({ ...manifest, only: ['hooks', 'mcp'] }, configuration.ci);
  const isProtecting = (path: string): boolean => protecting.some((piece) => piece.path === path);
  const inState = (...wanted: readonly FileState[]): readonly string[] =>
    [...states].filter(([, state]) => wanted.includes(state)).map(([path]) => path);
  return [
    ...summary(inState('missing'), 'missing', 'Agents do without what was deployed for them'),
    ...summary(inState('outdated', 'unwanted'), 'out of date', 'This version of Pactwright would write something else'),
    ...inState('edited').map((path): Flaw => ({
      check: 'deployment',
      severity: isProtecting(path) ? 'warning' : 'info',
      path,
      message: 'What was deployed here was edited by hand',
      cause: isProtecting(path)
        ? 'Hooks or the server of agents may not be what they were'
        : 'Updates of Pactwright leave it as it is',
      next: 'Move your own text out of it, then restore it with `pactwright update --force`',
    })),
  ];
}

function summary(paths: readonly string[], what: string, cause: string): readonly Flaw[] {
  const [first] = paths;
  if (first === undefined) return [];
  const names = paths.length > 3 ? [...paths.slice(0, 3), `${String(paths.length - 3)} more`] : paths;
  const is = paths.length === 1 ? 'is' : 'are';
  return [
    {
      check: 'deployment',
      severity: 'warning',
      ...(paths.length === 1 ? { path: first } : {}),
      message: `${count(paths.length, 'deployed file')} ${is} ${what}: ${listed(names)}`,
      cause,
      next: 'Write them again; `pactwright update --dry-run` shows the difference',
      fix: { title: 'Update what was deployed', command: ['pactwright', 'update'] },
    },
  ];
}

async function gitHooks(desk: SetUpDesk, manifest: Manifest): Promise<readonly Flaw[]> {
  const { 'git-hooks': state } = await desk.cloneStates();
  if (!isChosen(manifest, 'git-hooks') || state === 'installed' || state === 'none') return [];
  return [
    {
      check: 'hooks',
      severity: state === 'outdated' ? 'warning' : 'info',
      message: `The git hooks of Pactwright are ${state === 'outdated' ? 'not as this version installs them' : 'not installed in this clone'}`,
      cause: 'Commits may be made without the gate, and are checked only by the next one',
      next: 'Install them; to do without, `pactwright init --exclude git-hooks`',
      fix: { title: 'Install git hooks', command: ['pactwright', 'git-hooks', '--install'] },
    },
  ];
}
