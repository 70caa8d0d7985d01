import path from 'node:path';
import { UsageError } from '../../../base/usageError.js';
import { pactkitConfigPaths } from '../../../documents/pactkitConfig/kind.js';
import { manifestPath } from '../../../documents/projectMarks.js';
import { readPactkitSettings } from '../../../project/pactkitSettings.js';
import type { Command } from '../command.js';
import type { Io } from '../io.js';
import type { CallOwn } from './ownCommand.js';
import { defineSubcommand, flag, marked, option, type SaidLines } from './subcommand.js';

/** The agents that an option of PactKit is for; `all` and what has no agent of ours: those that the project uses. */
const agentsOf: Readonly<Record<string, string>> = {
  classic: 'claude',
  claude: 'claude',
  cursor: 'cursor',
  generic: 'agents',
  codex: 'codex',
  copilot: 'copilot',
  opencode: 'opencode',
};

const fields = {
  target: { ...option('not offered: nothing is written outside the project'), short: 't', completes: 'folder' },
  format: {
    ...option('for which agents'),
    values: ['all', 'classic', 'claude', 'codex', 'copilot', 'marketplace', 'opencode', 'plugin'],
  },
  agent: { ...option('for which agent'), values: ['claude', 'cursor', 'copilot', 'generic', 'all'] },
  noGit: flag('install no git hooks'),
  noExternal: flag('not needed: nothing is downloaded'),
  nonInteractive: flag('not needed: nothing is asked'),
  ifNeeded: flag('not needed: what is up to date is not written'),
  allowAdapterSkew: flag('not needed'),
} as const;

const better =
  'Writes into the project alone, never into your home folder, and only when you call it; the extension updates itself.';

/** What sets a project up for agents. */
export const setUpCommands: readonly Command[] = [
  defineSubcommand({
    name: 'init',
    summary: 'Sets the project up for agents',
    better,
    fields,
    run: setUp,
  }),
  ...(['update', 'upgrade'] as const).map((name) =>
    defineSubcommand({
      name,
      summary: 'Updates what was deployed for agents',
      better,
      fields,
      run: async (given, own, io) => {
        const isMore = wantedAgents(given) !== undefined || !(await isThere(manifestPath, io));
        return isMore ? setUp(given, own, io) : marked(await own('update', '--format', 'json'));
      },
    }),
  ),
];

interface Given {
  readonly target: string | undefined;
  readonly format: string | undefined;
  readonly agent: string | undefined;
  readonly noGit: boolean;
}

async function setUp(given: Given, own: CallOwn, io: Io): Promise<SaidLines> {
  const agents = wantedAgents(given) ?? (await agentsInUse(io));
  const hooks = (await hasNoGit(given.noGit, io)) ? ['--exclude', 'git-hooks'] : [];
  return marked(await own('init', '--format', 'json', ...(agents === undefined ? [] : ['--agents', agents]), ...hooks));
}

function isThere(file: string, { machine, cwd }: Io): Promise<boolean> {
  return machine.disk.exists(path.join(cwd, file));
}

const agentsByFolder: Readonly<Record<string, string>> = {
  '.claude': 'claude',
  '.opencode': 'opencode',
  '.codex': 'codex',
  '.github': 'copilot',
};

/** Those with a `pactkit.yaml`, else Claude Code, as PactKit has it; undefined if Pactwright has deployed for some already. */
async function agentsInUse(io: Io): Promise<string | undefined> {
  if (await isThere(manifestPath, io)) return undefined;
  const found = [];
  for (const file of pactkitConfigPaths)
    if (await isThere(file, io)) found.push(agentsByFolder[path.dirname(file)] ?? []);
  return found.length === 0 ? 'claude' : found.flat().join(',');
}

function wantedAgents({ target, format, agent }: Given): string | undefined {
  if (target !== undefined)
    throw new UsageError(
      '--target is not offered: Pactwright writes into the project alone, never into your home folder',
    );
  if (format === 'plugin' || format === 'marketplace')
    throw new UsageError(`--format ${format} is not offered: Pactwright deploys into the project, not as a package`);
  const named = [agent, format].flatMap((one) => (one === undefined ? [] : (agentsOf[one] ?? [])));
  return named.length === 0 ? undefined : [...new Set(named)].join(',');
}

async function hasNoGit(asked: boolean, { machine, cwd }: Io): Promise<boolean> {
  return asked || (await readPactkitSettings(machine, cwd)).valueOf('enterprise.no_git') === true;
}
