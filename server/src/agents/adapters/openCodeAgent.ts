import { type Agent, type AgentMode, type AgentRequest, filesFolder } from '../agent.js';
import { openCodeHooks, openCodePlugin, type OpenCodeTurn } from '../hooks/openCodeHooks.js';
import type { McpFile } from '../mcp.js';
import { endReader } from '../readEnd.js';
import { readOpenCodeCalls } from '../refusals.js';
import { readOpenCodeStream } from '../streams/openCodeStream.js';

interface Kind extends Pick<Agent, 'id' | 'name' | 'program' | 'installPage' | 'guard' | 'powers'> {
  /** The variable whose JSON is laid over the person's configuration. */
  readonly configuration: string;
}

/** OpenCode, and what is built on it. */
export function openCodeAgent({ configuration, ...kind }: Kind): Agent {
  const surroundings = (
    request: AgentRequest,
    mode: AgentMode,
  ): { env?: Record<string, string>; files?: Record<string, string> } => {
    const content = configurationOf(request);
    return {
      ...(content === undefined ? {} : { env: { [configuration]: content } }),
      ...(request.hook
        ? {
            files: {
              [pluginFile]: openCodePlugin(request.hook, mode, mode === 'interactive' ? turnOf(request) : undefined),
            },
          }
        : {}),
    };
  };
  return {
    ...kind,
    versionArgs: ['--version'],
    models: [],
    interactive: (request) => ({
      args: [...(turnOf(request) ? [] : [`--prompt=${request.prompt}`]), ...common(request)],
      ...surroundings(request, 'interactive'),
    }),
    headless: (request) => ({
      args: ['run', '--format=json', ...common(request)],
      input: request.prompt,
      ...surroundings(request, 'headless'),
    }),
    // https://opencode.ai/docs/mcp-servers
    mcp: ['json', 'jsonc'].flatMap((ending): readonly McpFile[] => [
      { in: 'folder', path: `${kind.id}.${ending}`, keys: ['mcp'] },
      { in: { home: '.config', variable: 'XDG_CONFIG_HOME' }, path: `${kind.id}/${kind.id}.${ending}`, keys: ['mcp'] },
    ]),
    resumes: true,
    readLine: readOpenCodeStream,
    readCalls: readOpenCodeCalls,
    readEnd: endReader({ readLine: readOpenCodeStream, logIn: `run ${kind.program} auth login` }),
    hooks: openCodeHooks,
  };
}

const pluginFile = 'pactwright.mjs';

/** What the plugin has to ask: in a terminal OpenCode drops the prompt of a session that it resumes. */
function turnOf({ session, prompt, model, hook }: AgentRequest): OpenCodeTurn | undefined {
  return session === undefined || !hook ? undefined : { session, prompt, model };
}

function common({ model, session }: AgentRequest): readonly string[] {
  return [
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(session === undefined ? [] : [`--session=${session}`]),
  ];
}

/** Plugins are added to the person's own; what it may do is left as they have it, where it is to write. */
function configurationOf({ access, hook }: AgentRequest): string | undefined {
  if (access === 'write' && !hook) return undefined;
  return JSON.stringify({
    ...(hook ? { plugin: [`${filesFolder}/${pluginFile}`] } : {}),
    ...(access === 'read'
      ? { permission: { edit: 'deny', bash: { '*': 'deny', 'pactwright *': 'allow', '*>*': 'deny' } } }
      : {}),
  });
}
