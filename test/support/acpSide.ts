import {
  agent as agentApp,
  type AgentApp,
  type AgentContext,
  type AnyMessage,
  methods,
  type PermissionOption,
  RequestError,
  type SessionUpdate,
  type StopReason,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { acpAgent } from '../../server/src/agents/acp/acpAgent.js';
import type { AgentEnd } from '../../server/src/agents/agentEnd.js';
import type { AgentEvent } from '../../server/src/agents/agentEvent.js';
import { openConversation, type Turn } from '../../server/src/execution/agents/acp/converse.js';
import { temporaryFolder } from './temporaryFolder.js';
import { testMachine } from './testMachine.js';

export const talker = acpAgent({
  ...{ id: 'talker', name: 'Talker', program: 'talker', installPage: '', versionArgs: [] },
  args: () => [],
});

/** What the agent does in its turn. */
type Play = (
  client: AgentContext,
  session: { readonly sessionId: string; readonly prompt: string },
) => Promise<unknown>;

export interface Side {
  readonly app: AgentApp;
  /** What it was asked, by method. */
  readonly asked: Record<string, unknown>;
}

/** An agent of the package's own. @param capabilities what it says that it can do. */
export function agentThat(play: Play, capabilities: object = {}, protocolVersion = 1): Side {
  const asked: Record<string, unknown> = {};
  const note = <T extends { readonly method: string; readonly params: unknown }>(request: T): T => {
    asked[request.method] = request.params;
    return request;
  };
  const app = agentApp({ name: 'talker' })
    .onRequest(methods.agent.initialize, (request) => {
      note(request);
      return { protocolVersion, agentCapabilities: capabilities };
    })
    .onRequest(methods.agent.session.new, (request) => {
      note(request);
      return {
        sessionId: 'one',
        modes: {
          currentModeId: 'auto',
          availableModes: [
            { id: 'auto', name: 'Auto' },
            { id: 'look', name: 'Look' },
          ],
        },
      };
    })
    .onRequest(methods.agent.session.load, async (request) => {
      note(request);
      if (request.params.sessionId === 'gone') throw RequestError.sessionNotFound('gone');
      await say(request.client, request.params.sessionId, 'What I said before.\n');
      return {};
    })
    .onRequest(methods.agent.session.resume, (request) => {
      note(request);
      return {};
    })
    .onRequest(methods.agent.session.setMode, (request) => {
      note(request);
      return {};
    })
    .onRequest(methods.agent.session.prompt, async (request) => {
      const { client, params } = note(request);
      const [block] = params.prompt;
      const answer = await play(client, {
        sessionId: params.sessionId,
        prompt: block?.type === 'text' ? block.text : '',
      });
      return { stopReason: typeof answer === 'string' ? (answer as StopReason) : 'end_turn' };
    })
    .onNotification(methods.agent.session.cancel, (request) => void note(request));
  return { app, asked };
}

export const update = (client: AgentContext, sessionId: string, one: SessionUpdate): Promise<void> =>
  client.notify(methods.client.session.update, { sessionId, update: one });

export const say = (client: AgentContext, sessionId: string, text: string): Promise<void> =>
  update(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

export interface Ran {
  readonly end: AgentEnd;
  readonly told: readonly AgentEvent[];
  readonly refused: readonly string[];
}

/** Has a turn with an agent in this process, by the lines that it would write as a program. */
export async function converse({ app }: Side, changes: Partial<Turn> = {}): Promise<Ran> {
  const told: AgentEvent[] = [];
  const refused: string[] = [];
  const readLine = (changes.agent ?? talker).createReader?.() ?? talker.readLine;
  const conversation = openConversation({
    ...{ agent: talker, access: 'write', folder: temporaryFolder(), prompt: 'Do it.', machine: testMachine() },
    ...{ model: undefined, resumes: undefined, promptIfNew: undefined, consult: undefined },
    hear: (line) => told.push(...readLine(line)),
    tell: (event) => told.push(event),
    refused: (session, call) => refused.push(`${session}/${call}`),
    ...changes,
  });
  let feed: ReadableStreamDefaultController<AnyMessage> | undefined;
  app.connect({
    readable: new ReadableStream<AnyMessage>({
      start: (controller) => {
        feed = controller;
      },
    }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => {
        conversation.take(JSON.stringify(message));
      },
    }),
  });
  await new Promise<void>((resolve) => {
    conversation.begin({
      write: (text) => feed?.enqueue(JSON.parse(text) as AnyMessage),
      end: resolve,
    });
  });
  return { end: conversation.close((code, said) => talker.readEnd(code, said), 0, ''), told, refused };
}

export const options: readonly PermissionOption[] = [
  { optionId: 'a', name: 'Always', kind: 'allow_always' },
  { optionId: 'b', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'c', name: 'Reject', kind: 'reject_once' },
];

/** Asks for leave. @returns the option that was chosen. */
export async function ask(
  client: AgentContext,
  sessionId: string,
  call: Omit<ToolCallUpdate, 'toolCallId'>,
  offered = options,
): Promise<string> {
  const toolCall = { toolCallId: 'call', ...call };
  const answer = await client.request(methods.client.session.requestPermission, {
    ...{ sessionId, toolCall },
    options: [...offered],
  });
  return answer.outcome.outcome === 'selected' ? answer.outcome.optionId : answer.outcome.outcome;
}
