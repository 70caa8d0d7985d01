import path from 'node:path';
import * as v from 'valibot';
import { fieldsOf } from '../../base/json.js';
import { finite, read, said, some, someOf } from '../../base/schema.js';
import type { AgentHooks, AgentMode } from '../agent.js';
import { callOf } from '../agentCall.js';
import { costEvents, errorEvent, fileEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { countsOf, openCodeTokens, priceOf, retryLine } from '../streams/openCodeStream.js';
import { textIn } from '../streams/values.js';

/** Events of OpenCode's bus, as its plugins receive them: `type` and `properties`. */
const busEvents = [
  'session.created',
  'session.idle',
  'session.error',
  // The one before 1.1, and the one since.
  'permission.updated',
  'permission.asked',
  'permission.replied',
  'question.asked',
  'question.replied',
  'question.rejected',
] as const;

/** Of the bus, too, but sent only once an answer of the model is complete. */
const answered = 'message.updated';

const toolHooks = ['tool.execute.before', 'tool.execute.after'] as const;

/**
 * OpenCode runs no commands for its events; a plugin hands over what its hooks are given: the events of its bus whole, and for tools and
 * messages both arguments of the hook as one object, each with the folder as `directory`.
 *
 * @see https://opencode.ai/docs/plugins and `Hooks` and `Event` of @opencode-ai/plugin and @opencode-ai/sdk
 */
export const openCodeHooks: AgentHooks = {
  events: [...busEvents, answered, 'chat.message', ...toolHooks],
  read: (event, given) => {
    const { properties = {}, tool, args } = read(somePayload, given) ?? {};
    switch (event) {
      case 'session.created':
        // What it starts to have something done for it is not the session of the person.
        return properties.info?.parentID === undefined ? sessionEvents(properties.info?.id) : [];
      case answered:
        return costEvents({
          dollars: priceOf(properties.info?.cost),
          ...countsOf(properties.info?.tokens),
          isMore: true,
        });
      case 'session.idle':
        return [{ kind: 'turnEnd' }];
      case 'session.error':
        return [errorEvent(properties.error?.data?.message ?? properties.error?.name)];
      case 'permission.updated':
        return [{ kind: 'waiting', why: wish(properties.title) }];
      case 'permission.asked':
        return [{ kind: 'waiting', why: wish(properties.permission, properties.patterns) }];
      case 'question.asked':
        return [{ kind: 'waiting', why: questionOf(properties.questions?.[0]?.question) }];
      case 'permission.replied':
      case 'question.replied':
      case 'question.rejected':
      case 'chat.message':
        return [{ kind: 'working' }];
      case 'tool.execute.before':
        return [toolEvent(tool, args)];
      case 'tool.execute.after':
        return tool === 'write' || tool === 'edit' ? fileEvents(textIn(args, 'filePath')) : [{ kind: 'working' }];
      default:
        return [];
    }
  },
  readCall: (event, { tool, args, directory, sessionID: session, callID: call }) => {
    if (!toolHooks.some((hook) => hook === event) || tool !== 'bash') return undefined;
    const { command, workdir } = fieldsOf(args) ?? {};
    const folder =
      typeof workdir === 'string' ? path.resolve(typeof directory === 'string' ? directory : '.', workdir) : directory;
    return callOf({ command, folder, session, call });
  },
};

const somePayload = some({
  properties: some({
    info: some({ id: said, parentID: said, cost: finite, tokens: openCodeTokens }),
    error: some({ name: said, data: some({ message: said }) }),
    title: said,
    permission: said,
    patterns: someOf(said),
    questions: someOf(some({ question: said })),
  }),
  tool: said,
  args: v.unknown(),
});

function wish(what: string | undefined, patterns: readonly string[] = []): string {
  const known = [...(what === undefined ? [] : [what]), ...patterns].join(': ');
  return known === '' ? 'asks for a permission' : `asks for a permission: ${known}`;
}

function questionOf(question: string | undefined): string {
  return question === undefined ? 'asks a question' : `asks: ${question}`;
}

/** What a resumed session is asked in a terminal. */
export interface OpenCodeTurn {
  readonly session: string;
  readonly prompt: string;
  /** `provider/model`; undefined: as before. */
  readonly model: string | undefined;
}

/**
 * The plugin that calls `hook` with the name of each event, one after another, and hands over its payload on the standard input. Before
 * a tool runs, and before compaction, it waits for the answer.
 *
 * @param turn what to ask first, where the program does not do that itself.
 */
export function openCodePlugin(hook: readonly string[], mode: AgentMode, turn?: OpenCodeTurn): string {
  // Without a terminal the stream reports tool calls, and before a command runs it may still be refused.
  const before = `
    'tool.execute.before': async (input, output) => {
      const { refused } = await ask('tool.execute.before', { ...input, args: output.args });
      if (refused) throw new Error(refused);
    },
    'experimental.session.compacting': async (input, output) => {
      const { context } = await ask('experimental.session.compacting', input);
      if (context) output.context.push(context);
    },`;
  const retries = `
      if (type === 'session.status' && properties.status?.type === 'retry' && !isChild) {
        const { attempt, message } = properties.status;
        process.stdout.write(JSON.stringify({ type: '${retryLine}', attempt, message }) + '\\n');
      }`;
  // Without a terminal the stream reports costs, too. A message is updated for each word.
  const costs = `
      const { id, role, time } = properties.info ?? {};
      if (type === '${answered}' && role === 'assistant' && time?.completed && !counted.has(id)) {
        counted.add(id);
        tell(type, event);
      }`;
  return `import { spawn } from 'node:child_process';

const [program, ...args] = ${JSON.stringify(hook)};
const events = new Set(${JSON.stringify(busEvents)});

${turn ? 'let isAsked = false;\n\n' : ''}export const Pactwright = async ({ directory${turn ? ', client' : ''} }) => {${turn ? askingOf(turn) : ''}
  const children = new Set();
  const counted = new Set();
  let last = Promise.resolve();
  const tell = (event, payload) => {
    last = last.then(
      () =>
        new Promise((done) => {
          const child = spawn(program, [...args, event], { stdio: ['pipe', 'ignore', 'ignore'] });
          child.on('error', done);
          child.on('close', done);
          child.stdin.on('error', () => {});
          child.stdin.end(JSON.stringify({ directory, ...payload }));
        }),
    );
  };
  const ask = async (event, payload) => {
    await last;
    return new Promise((done) => {
      const child = spawn(program, [...args, event], { stdio: ['pipe', 'pipe', 'ignore'] });
      let said = '';
      const end = (code) => {
        try {
          done(code === 0 ? JSON.parse(said || '{}') : { refused: 'Pactwright could not be run, so nothing is checked' });
        } catch {
          done({ refused: 'Pactwright gave no answer' });
        }
      };
      child.on('error', () => end(1));
      child.on('close', end);
      child.stdout.on('data', (text) => (said += text));
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify({ directory, ...payload }));
    });
  };
  return {
    event: async ({ event }) => {
      const { type, properties } = event;
      if (type === 'session.created' && properties.info?.parentID) children.add(properties.info.id);
      const isChild = children.has(properties.sessionID ?? properties.info?.id);
      if (events.has(type) && !(isChild && type.startsWith('session.'))) tell(type, event);${mode === 'headless' ? retries : costs}
    },
    'chat.message': async (input) => tell('chat.message', input),${mode === 'interactive' ? before : ''}
    'tool.execute.after': async (input) => tell('tool.execute.after', input),
  };
};
`;
}

/** Asks once the program is ready, which it is not while it loads plugins. */
function askingOf({ session, prompt, model }: OpenCodeTurn): string {
  const [provider = '', ...name] = model?.split('/') ?? [];
  const body = {
    ...(name.length === 0 ? {} : { model: { providerID: provider, modelID: name.join('/') } }),
    parts: [{ type: 'text', text: prompt }],
  };
  return `
  if (!isAsked) {
    isAsked = true;
    const failed = (error) => {
      const why = error?.data?.message ?? error?.message ?? JSON.stringify(error);
      const message = 'Pactwright could not send the prompt: ' + why + '. Send it yourself: ' + ${JSON.stringify(prompt)};
      tell('session.error', { type: 'session.error', properties: { error: { name: 'PromptNotSent', data: { message } } } });
      client.tui?.showToast({ body: { message, variant: 'error', duration: 60_000 } }).catch(() => {});
    };
    setTimeout(() => {
      client.session
        .promptAsync(${JSON.stringify({ path: { id: session }, body })})
        .then((answer) => (answer?.error ? failed(answer.error) : undefined), failed);
    }, 1_000);
  }`;
}
