import {
  type AnyMessage,
  client,
  type ClientConnection,
  type ClientContext,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { setTimeout as later } from 'node:timers/promises';
import * as v from 'valibot';
import { eventOf } from '../../../agents/acp/acpReader.js';
import { createCallBook } from '../../../agents/acp/calls.js';
import type { Agent, AgentAccess } from '../../../agents/agent.js';
import type { AgentEnd } from '../../../agents/agentEnd.js';
import type { AgentEvent } from '../../../agents/agentEvent.js';
import { describeError } from '../../../base/errors.js';
import { fieldsOf, parseJson } from '../../../base/json.js';
import { fields, read, said, some, someOf } from '../../../base/schema.js';
import type { Machine, ProgramInput } from '../../../workspace/machine.js';
import { answerLeave, type Consult, isGranted } from './askLeave.js';
import { serveFiles } from './serveFiles.js';

/** One turn with an agent that speaks the Agent Client Protocol. */
export interface Turn {
  readonly agent: Agent;
  readonly access: AgentAccess;
  /** Where it works; absolute. */
  readonly folder: string;
  readonly prompt: string;
  readonly model: string | undefined;
  /** The agent's own name of the session to take up again. */
  readonly resumes: string | undefined;
  /** The prompt of a new session if that session is gone; undefined: the turn ends then. */
  readonly promptIfNew: string | undefined;
  readonly machine: Machine;
  /** Called with each line that says what the agent does, but not with the replay of a resumed session. */
  readonly hear: (line: string) => void;
  /** Called with what is in no line. */
  readonly tell: (event: AgentEvent) => void;
  /** Called when a call was not allowed. @param call by the agent's own name, and so is the session. */
  readonly refused: (session: string, call: string) => void;
  /** Asks a person; undefined: there is no person. */
  readonly consult: Consult | undefined;
}

/** A turn that goes on. */
export interface Conversation {
  /** Takes a line of what the program writes. */
  readonly take: (line: string) => void;
  /** Begins, once the program runs. */
  readonly begin: (input: ProgramInput) => void;
  /** Aborted once the turn is over, and the program has not ended by itself. */
  readonly over: AbortSignal;
  /** Asks the agent to break off, and waits a moment for that. */
  readonly cancel: () => Promise<void>;
  /** What the end of the program means. @param read what its exit code and its last words mean. */
  readonly close: (
    read: (code: number | null, said: string) => AgentEnd,
    code: number | null,
    last: string,
  ) => AgentEnd;
}

/** How long a program has to say that it speaks the protocol: it may have to be fetched first. */
const helloMs = 120_000;

/** How long one has to break off, and to end once nothing more is asked of it. */
const patienceMs = 3_000;

/** Qwen Code writes its last answer to its own record only after it has given it to us, and ends when nothing more can come. */
const settleMs = 300;

export function openConversation(turn: Turn): Conversation {
  const over = new AbortController();
  const state: State = { isReplaying: false, session: undefined, ended: undefined, cancel: new AbortController() };
  let feed: ReadableStreamDefaultController<AnyMessage> | undefined;
  let input: ProgramInput | undefined;
  let work: Promise<void> = Promise.resolve();
  let leaving: NodeJS.Timeout | undefined;
  const book = createCallBook(turn.agent.acp ?? {});
  const connection = connect(turn, book, state, {
    readable: new ReadableStream<AnyMessage>({
      start: (controller) => {
        feed = controller;
      },
    }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => input?.write(`${JSON.stringify(message)}\n`),
    }),
  });
  return {
    take: (line) => {
      const message = parseJson(line);
      if (!isMessage(message)) return;
      if ('method' in message && message.method === methods.client.session.update) {
        book.add(fieldsOf(message.params)?.['update']);
        if (!state.isReplaying) turn.hear(line);
        return;
      }
      turn.hear(line);
      if (!connection.signal.aborted) feed?.enqueue(message);
    },
    begin: (opened) => {
      input = opened;
      work = converse(connection.agent, turn, state)
        .catch((error: unknown) => ({ message: wordsOf(error) }))
        .then(async (end) => {
          state.ended ??= end;
          if (!state.cancel.signal.aborted) await later(settleMs);
          opened.end();
          leaving = setTimeout(() => {
            over.abort();
          }, patienceMs);
        });
    },
    over: over.signal,
    cancel: async () => {
      state.cancel.abort();
      if (state.session === undefined || connection.signal.aborted) return;
      await connection.agent.notify(methods.agent.session.cancel, { sessionId: state.session }).catch(() => undefined);
      await Promise.race([work, pause(patienceMs)]);
    },
    close: (readEnd, code, last) => {
      clearTimeout(leaving);
      const { ended } = state;
      state.cancel.abort();
      connection.close();
      if (ended && 'kind' in ended) return ended;
      const end = ended ? readEnd(1, ended.message) : readEnd(code, last);
      return end.kind === 'finished' ? { kind: 'crash', message: 'it ended in the middle of its turn' } : end;
    },
  };
}

/** What else a program writes belongs to no conversation. */
function isMessage(value: unknown): value is AnyMessage {
  return fieldsOf(value)?.['jsonrpc'] === '2.0';
}

interface State {
  /** Earlier messages are replayed. */
  isReplaying: boolean;
  /** The agent's own name of the session. */
  session: string | undefined;
  /** An end that is clear, or what went wrong, in its words; undefined while the turn goes on. */
  ended: AgentEnd | { readonly message: string } | undefined;
  readonly cancel: AbortController;
}

function connect(
  turn: Turn,
  book: ReturnType<typeof createCallBook>,
  { cancel }: State,
  stream: { readonly readable: ReadableStream<AnyMessage>; readonly writable: WritableStream<AnyMessage> },
): ClientConnection {
  const { machine, folder, access } = turn;
  const files = serveFiles(machine, folder);
  const isOver = (): boolean => cancel.signal.aborted;
  return client({ name: 'pactwright' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => leaveOf(params))
    .onRequest(methods.client.fs.readTextFile, async ({ params: { path, line, limit } }) => ({
      content: await files.read(path, line ?? 1, limit ?? undefined),
    }))
    .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
      if (access === 'read') throw RequestError.invalidParams(undefined, 'nothing is to be written here');
      await files.write(path, content);
      return {};
    })
    .connect(stream);

  async function leaveOf(params: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const { options, sessionId, toolCall } = params;
    const call = book.add(toolCall);
    if (!call || isOver()) return { outcome: { outcome: 'cancelled' } };
    const { consult } = turn;
    const answer = answerLeave(call, options, { access, files, consult }, cancel.signal);
    const outcome = await answer.catch((error: unknown) => {
      if (isOver()) return { outcome: 'cancelled' as const };
      throw error;
    });
    if (isGranted(outcome, options) || isOver()) return { outcome };
    const { tool, what } = eventOf(call);
    const why = consult ? 'you rejected it' : 'no one was there to allow it';
    const setting = consult ? {} : { setting: 'run the phase in a terminal, where you are asked' };
    turn.tell({ kind: 'refused', tool, ...(what === undefined ? {} : { what }), why, ...setting });
    turn.refused(sessionId, call.id);
    return { outcome };
  }
}

const hello = some({
  protocolVersion: v.number(),
  agentCapabilities: some({ loadSession: v.boolean(), sessionCapabilities: some({ resume: fields }) }),
});

type Hello = v.InferOutput<typeof hello>;

const opened = some({
  sessionId: said,
  modes: some({ currentModeId: v.string(), availableModes: someOf(some({ id: said })) }),
  configOptions: someOf(some({ id: said, category: v.string() })),
  models: some({ currentModelId: v.string(), availableModels: someOf(some({ modelId: said })) }),
});

type Opened = v.InferOutput<typeof opened>;

/** Has the whole turn. @throws what went wrong. */
async function converse(agent: ClientContext, turn: Turn, state: State): Promise<AgentEnd> {
  const greeted = await Promise.race([
    agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'pactwright', version: '1' },
      clientCapabilities: {
        fs: { readTextFile: turn.agent.acp?.readsItself !== true, writeTextFile: turn.access === 'write' },
        // What runs in a terminal of ours would be out of the agent's own sandbox.
        terminal: false,
      },
    }),
    pause(helloMs),
  ]);
  const able = read(hello, greeted);
  if (!able)
    return notStarted(`it did not answer within ${helloMs / 60_000} min: does it speak the Agent Client Protocol?`);
  if (able.protocolVersion !== PROTOCOL_VERSION)
    return notStarted(
      `it uses version ${able.protocolVersion ?? 'unknown'} of the protocol, and Pactwright uses ${PROTOCOL_VERSION}`,
    );
  const session = await openSession(agent, able, turn, state);
  const { sessionId } = session;
  if (sessionId === undefined) return notStarted('it cannot resume that session: start a new one');
  state.session = sessionId;
  const wrong = await chooseMode(agent, turn, session);
  if (wrong !== undefined) return notStarted(wrong);
  await chooseModel(agent, turn, session);
  state.cancel.signal.throwIfAborted();
  const { stopReason } = await agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text: sessionId === turn.resumes ? turn.prompt : (turn.promptIfNew ?? turn.prompt) }],
  });
  return stops[stopReason] ?? { kind: 'finished', message: '' };
}

/** By what an agent says of the end of its turn. */
const stops: Readonly<Record<string, AgentEnd>> = {
  end_turn: { kind: 'finished', message: '' },
  max_tokens: { kind: 'crash', message: 'its answer was cut off: its model writes no more at once' },
  max_turn_requests: { kind: 'crash', message: 'it asked its model as often as it may in one turn, and was not done' },
  refusal: { kind: 'crash', message: 'its model refused to go on' },
  cancelled: { kind: 'crash', message: 'it canceled its turn' },
};

/** Begins a session, or takes one up again; without a name where the agent cannot do that. @throws what went wrong. */
async function openSession(agent: ClientContext, able: Hello, turn: Turn, state: State): Promise<Opened> {
  const { resumes, promptIfNew } = turn;
  if (resumes === undefined) return beginSession(agent, able, turn);
  try {
    const taken = await takeUpSession(agent, able, { ...turn, sessionId: resumes }, state);
    return taken.sessionId === undefined && promptIfNew !== undefined ? await beginSession(agent, able, turn) : taken;
  } catch (error) {
    if (promptIfNew === undefined) throw error;
    return beginSession(agent, able, turn);
  }
}

async function beginSession(agent: ClientContext, able: Hello, { folder: cwd, tell }: Turn): Promise<Opened> {
  const { loadSession, sessionCapabilities } = able.agentCapabilities ?? {};
  const answer = read(opened, await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })) ?? {};
  // What cannot be taken up again has no name that is worth keeping.
  if (answer.sessionId !== undefined && (loadSession || sessionCapabilities?.resume))
    tell({ kind: 'session', session: answer.sessionId });
  return answer;
}

async function takeUpSession(
  agent: ClientContext,
  able: Hello,
  { folder: cwd, sessionId, tell }: Turn & { readonly sessionId: string },
  state: State,
): Promise<Opened> {
  const { loadSession, sessionCapabilities } = able.agentCapabilities ?? {};
  const { load, resume } = methods.agent.session;
  // Replayed messages cost nothing; some programs that only resume have forgotten them.
  const method = loadSession ? load : sessionCapabilities?.resume ? resume : undefined;
  if (method === undefined) return {};
  state.isReplaying = true;
  try {
    const answer = read(opened, await agent.request(method, { cwd, mcpServers: [], sessionId })) ?? {};
    tell({ kind: 'session', session: sessionId });
    return { ...answer, sessionId };
  } finally {
    state.isReplaying = false;
  }
}

/** Has the agent work in the mode for what it may do. @returns what keeps it from that, as half a sentence. */
async function chooseMode(
  agent: ClientContext,
  { agent: { acp }, access }: Turn,
  { sessionId = '', modes }: Opened,
): Promise<string | undefined> {
  const modeId = acp?.modes?.[access];
  if (modeId === undefined || modes?.currentModeId === modeId) return undefined;
  if (modes?.availableModes?.some(({ id }) => id === modeId) !== true) return `it has no mode ${modeId}`;
  await agent.request(methods.agent.session.setMode, { sessionId, modeId });
  return undefined;
}

/** Has the agent use a model, in whichever way it lets one choose; where it has none, its arguments say it. */
async function chooseModel(
  agent: ClientContext,
  { model }: Turn,
  { sessionId = '', configOptions = [], models }: Opened,
): Promise<void> {
  if (model === undefined) return;
  const option = configOptions.find(({ category, id }) => category === 'model' && id !== undefined);
  if (option?.id !== undefined)
    await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: model });
  else if (models?.availableModels && models.currentModelId !== model)
    // As it was before options could be set.
    await agent.request('session/set_model', { sessionId, modelId: model });
}

function notStarted(message: string): AgentEnd {
  return { kind: 'notStarted', message };
}

/** What went wrong, as the agent says it: its words, and the details behind them. */
function wordsOf(error: unknown): string {
  const details = error instanceof RequestError ? (read(said, error.data) ?? detailsOf(error.data)) : undefined;
  return [describeError(error), ...(details === undefined ? [] : [details])].join(': ');
}

function detailsOf(data: unknown): string | undefined {
  const { details, message, error } = fieldsOf(data) ?? {};
  return read(said, details) ?? read(said, message) ?? read(said, error);
}

/** Holds nothing open. */
function pause(ms: number): Promise<void> {
  return later(ms, undefined, { ref: false });
}
