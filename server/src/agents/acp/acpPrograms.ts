import type { AgentRequest } from '../agent.js';
import { copilot } from '../adapters/copilot.js';
import { droid } from '../adapters/droid.js';
import { gemini } from '../adapters/gemini.js';
import { opencode } from '../adapters/opencode.js';
import { qwen } from '../adapters/qwen.js';
import type { AcpProgram } from './acpAgent.js';

/** A program that is known to speak the Agent Client Protocol; a person chooses its id. */
export type KnownAcpProgram = Omit<AcpProgram, 'id'>;

const modelArgs = ({ model }: AgentRequest): readonly string[] => (model === undefined ? [] : [`--model=${model}`]);

/** By the name used in a person's settings. */
export const acpPrograms: Readonly<Record<string, KnownAcpProgram>> = {
  gemini: {
    ...said(gemini),
    args: (request) => ['--acp', ...modelArgs(request)],
    terms: { titleIsCommand: true, readsItself: true },
    logIn: 'run gemini and choose a login method',
  },
  qwen: { ...said(qwen), args: (request) => ['--acp', ...modelArgs(request)], logIn: 'run qwen and use /auth' },
  opencode: {
    ...said(opencode),
    args: () => ['acp'],
    terms: { countsLast: true },
    // By default it asks for nothing inside the folder.
    env: (request) => opencode.headless?.({ ...request, prompt: '' }).env ?? {},
    logIn: 'run opencode auth login',
  },
  copilot: { ...said(copilot), args: (request) => ['--acp', ...modelArgs(request)], logIn: 'run copilot login' },
  claude: {
    name: 'Claude Code',
    program: 'claude-agent-acp',
    installPage: 'https://github.com/agentclientprotocol/claude-agent-acp',
    versionArgs: ['--version'],
    args: () => [],
    // By default a model of its own judges what is safe, and asks nobody.
    terms: { modes: { read: 'default', write: 'default' } },
    logIn: 'run claude and use /login',
  },
  codex: {
    name: 'Codex CLI',
    program: 'codex-acp',
    installPage: 'https://github.com/agentclientprotocol/codex-acp',
    versionArgs: ['--version'],
    args: () => [],
    // As with our own adapter: a login shell would not find `pactwright`.
    env: () => ({ CODEX_CONFIG: JSON.stringify({ allow_login_shell: false }) }),
    // By default a model of its own grants what its sandbox forbids.
    terms: { modes: { read: 'read-only', write: 'workspace-write' } },
    logIn: 'run codex login',
  },
  droid: {
    ...said(droid),
    args: (request) => ['exec', '--output-format=acp', ...modelArgs(request)],
    logIn: 'run droid and use /login, or set FACTORY_API_KEY',
  },
};

function said({
  name,
  program,
  installPage,
  versionArgs,
}: typeof gemini): Pick<KnownAcpProgram, 'name' | 'program' | 'installPage' | 'versionArgs'> {
  return { name, program, installPage, versionArgs };
}
