import { openCodeFolder } from '../../project/codeFolder.js';
import { readPactkitSettings } from '../../project/pactkitSettings.js';
import { findInstalled } from '../programs/findProgram.js';
import type { QueryAnswer, QueryScene } from './query.js';

type Platform = 'darwin' | 'win32' | 'linux';

interface Dependency {
  readonly name: string;
  readonly needed: boolean;
  readonly why: string;
  readonly install: Readonly<Record<Platform, string>>;
}

const dependencies: readonly Dependency[] = [
  {
    name: 'git',
    needed: true,
    why: 'what was changed, branches and worktrees',
    install: { darwin: 'brew install git', win32: 'winget install Git.Git', linux: 'apt install git' },
  },
  {
    name: 'node',
    needed: false,
    why: 'hooks and servers that are committed with the project',
    install: { darwin: 'brew install node', win32: 'winget install OpenJS.NodeJS', linux: 'apt install nodejs' },
  },
  {
    name: 'gh',
    needed: false,
    why: 'pull requests and issues on GitHub',
    install: { darwin: 'brew install gh', win32: 'winget install GitHub.cli', linux: 'apt install gh' },
  },
  {
    name: 'glab',
    needed: false,
    why: 'merge requests and issues on GitLab',
    install: { darwin: 'brew install glab', win32: 'winget install GLab.GLab', linux: 'apt install glab' },
  },
];

/** Which programs are there. */
export async function depsAnswer({ machine, folder, signal }: QueryScene): Promise<QueryAnswer> {
  const { root, repository } = await openCodeFolder(machine, folder, signal);
  const { platform } = machine.places;
  const isClosed = (await readPactkitSettings(machine, root)).valueOf('enterprise.no_external') === true;
  const outside = { folder: repository?.top ?? root, repository };
  const found = await Promise.all(
    dependencies.map(async ({ name, needed, why, install }) => {
      const program = await findInstalled(machine, name, { outside });
      const command = install[platform === 'darwin' || platform === 'win32' ? platform : 'linux'];
      return {
        name,
        needed,
        why,
        path: program.kind === 'found' ? program.program : null,
        install: isClosed ? null : command,
      };
    }),
  );
  return {
    message: found
      .map(({ name, needed, why, path, install }) =>
        path === null
          ? `missing  ${name}${needed ? ' (needed)' : ''}: ${why}${install === null ? '' : `\n    $ ${install}`}`
          : `found    ${name}  ${path}`,
      )
      .join('\n'),
    data: { programs: found },
    isBad: found.some(({ needed, path }) => needed && path === null),
  };
}
