import path from 'node:path';
import { findClones, stateOf } from '../mergeDriver/installation.js';
import type { Flaw } from '../../reports/flaws.js';
import type { Examination, Patient } from './patient.js';

/** Git: whether there is a repository, what it is in the middle of, its hooks, and the merge driver. */
export const repository: Examination = {
  title: 'git',
  examine: async (patient) => {
    const { code, project } = patient;
    if (!code.repository) return project ? [noRepository] : [];
    const { gitFolder, commonFolder } = code.repository;
    const found = await Promise.all([
      unfinished(patient, gitFolder),
      oldLock(patient, gitFolder),
      hooks(patient, commonFolder),
      project ? mergeDriver(patient) : [],
    ]);
    return found.flat();
  },
};

const noRepository: Flaw = {
  check: 'git',
  severity: 'warning',
  message: 'The project is not in a git repository',
  cause: 'Gates compare the work with what was committed before, and agents work in worktrees of their own',
  next: 'Make a repository',
  fix: { title: 'Make a repository', command: ['git', 'init'] },
};

async function gitText({ machine, code, signal }: Patient, args: readonly string[]): Promise<string | undefined> {
  const answer = await machine.runGit(code.root, args, signal);
  return answer.kind === 'answer' ? answer.value : undefined;
}

const states = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const;

async function unfinished({ machine }: Patient, gitFolder: string): Promise<readonly Flaw[]> {
  const found: Flaw[] = [];
  for (const [name, what] of states)
    if (await machine.disk.exists(path.join(gitFolder, name)))
      found.push({
        check: 'git',
        severity: 'warning',
        message: `A ${what} is not finished`,
        cause: 'Gates cannot tell what the item changed until it is',
        next: `Finish it with \`git ${what} --continue\`, or drop it with \`git ${what} --abort\``,
      });
  return found;
}

/** Git holds its lock for moments. */
const oldMs = 10 * 60_000;

async function oldLock({ machine }: Patient, gitFolder: string): Promise<readonly Flaw[]> {
  const file = path.join(gitFolder, 'index.lock');
  const stat = await machine.disk.lstat(file).catch(() => undefined);
  if (!stat || machine.clock() - stat.mtimeMs < oldMs) return [];
  return [
    {
      check: 'git',
      severity: 'error',
      message: `${file} is there for ${String(Math.floor((machine.clock() - stat.mtimeMs) / 60_000))} minutes`,
      cause: 'A git that was ended in the middle left it, and no other can write until it is gone',
      next: 'Remove it if no git runs',
    },
  ];
}

const known = [
  'pre-commit',
  'commit-msg',
  'pre-push',
  'prepare-commit-msg',
  'post-commit',
  'post-checkout',
  'post-merge',
];

async function hooks(patient: Patient, commonFolder: string): Promise<readonly Flaw[]> {
  const { machine, code } = patient;
  const set =
    (await gitText(patient, ['config', '--get', '--type=path', '--default', '', 'core.hooksPath']))?.trim() ?? '';
  const folder = set === '' ? path.join(commonFolder, 'hooks') : path.resolve(code.repository?.top ?? code.root, set);
  if (set !== '' && (await machine.files.kindOf(folder)) !== 'folder')
    return [
      {
        check: 'hooks',
        severity: 'warning',
        message: `core.hooksPath is ${set}, and there is no such folder`,
        cause: 'Git runs no hook',
        next: 'Install the hooks again, or remove the setting',
      },
    ];
  const { entries } = await machine.files.list(folder);
  const found: Flaw[] = [];
  for (const { name } of entries.filter((one) => known.includes(one.name))) {
    const file = path.join(folder, name);
    const runs = await machine.disk.access(file, machine.disk.constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!runs && machine.places.platform !== 'win32')
      found.push({
        check: 'hooks',
        severity: 'warning',
        message: `The hook ${name} is not executable`,
        cause: 'Git skips it',
        next: 'Make executable',
        fix: { title: 'Make executable', command: ['chmod', '+x', file] },
      });
  }
  return found;
}

async function mergeDriver({ machine, code, signal }: Patient): Promise<readonly Flaw[]> {
  const [clone] = await findClones(machine, code.root, signal);
  const state = clone ? await stateOf(machine, clone, signal) : 'installed';
  if (state === 'installed') return [];
  return [
    {
      check: 'merge-driver',
      severity: state === 'outdated' ? 'warning' : 'info',
      message: `The merge driver is ${state === 'outdated' ? 'out of date' : 'not installed in this clone'}`,
      cause: 'Boards, archives and lessons are merged line by line, which causes false conflicts',
      next: state === 'outdated' ? 'Bring it up to date' : 'Install merge driver',
      fix: { title: 'Install merge driver', command: ['pactwright', 'merge-driver', '--install'] },
    },
  ];
}
