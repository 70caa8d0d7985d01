import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fieldsOf, parseJson } from '../../../server/src/base/json.js';
import { protocols } from './protocols.js';
import type { Asked, Fault, Protocol, Reply, Script, Turn, Usage } from './script.js';
import { callFor, isAtWork, searchFor } from './tools.js';

/** A request as the model saw it. */
interface Seen {
  readonly path: string;
  /** The names of the tools that it offered. */
  readonly tools: readonly string[];
  /** All of it, as JSON. */
  readonly text: string;
  /** Whether it belongs to the agent's own conversation, and took a turn of the script. */
  readonly isMain: boolean;
  /** What the answer was said to cost; undefined where none was given. */
  readonly usage: Usage | undefined;
}

/** A model that says what a script has it say, and costs what it says that it costs. */
export interface ScriptedModel {
  /** `http://127.0.0.1:4711`, without what protocols add. */
  readonly address: string;
  readonly seen: readonly Seen[];
  /** What it is to answer from now on. @param mark only to requests that hold this text, or whose path does. */
  readonly play: (script: Script, mark?: string) => void;
  readonly close: () => Promise<void>;
}

/** Starts a model on this machine; no request of it leaves it. @param folder where the agent works, unless it says where. */
export async function startModel(folder: string): Promise<ScriptedModel> {
  const seen: Seen[] = [];
  const scripts = new Map<string, Turn[]>();
  const searched = new Set<Turn>();
  const answer = (asked: Asked, path: string): Reply | Fault => {
    const number = seen.length + 1;
    const usage = { input: 1000 + 100 * number, cached: 400, output: 40 + number };
    const reply = { number, text: 'All done.', calls: [], usage, isCut: false };
    if (!isMain(asked))
      return { ...reply, text: asked.schema === undefined ? 'A title' : JSON.stringify(exampleOf(asked.schema)) };
    const [, turns = []] = [...scripts].find(([mark]) => `${path}\n${asked.text}`.includes(mark)) ?? [];
    const turn = turns[0];
    if (turn && 'fault' in turn) {
      if (turn.fault !== 'cut') return turn.fault;
      turns.shift();
      return { ...reply, text: 'I begin with', isCut: true };
    }
    const search = turn && !searched.has(turn) ? searchFor(turn.acts ?? [], asked.tools) : undefined;
    if (turn && search) {
      searched.add(turn);
      return { ...reply, text: '', calls: [search] };
    }
    turns.shift();
    if (!turn) return reply;
    const calls = (turn.acts ?? []).map((act) => callFor(act, asked.tools, folderIn(asked.text) ?? folder));
    const said = calls.filter((call) => typeof call === 'string');
    return {
      ...reply,
      text: [turn.say ?? '', ...said].join('\n').trim(),
      calls: calls.filter((call) => typeof call !== 'string'),
    };
  };
  const server = createServer((request, response) => {
    void serve(request, response, answer, (one) => seen.push(one));
  });
  const address = await listen(server);
  return {
    address,
    seen,
    play: (script, mark = '') => {
      scripts.set(mark, [...script]);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`);
    });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (asked: Asked, path: string) => Reply | Fault,
  note: (one: Seen) => void,
): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const { pathname } = new URL(request.url ?? '/', 'http://model');
  const protocol = protocols.find((one) => one.path.test(pathname));
  const body = parseJson(text);
  if (!protocol || request.method !== 'POST') {
    send(
      response,
      200,
      pathname.endsWith('/models') ? { object: 'list', data: [] } : { input_tokens: 10, totalTokens: 10 },
    );
    return;
  }
  const asked = protocol.read(body, pathname);
  const reply = answer(asked, pathname);
  const isFault = typeof reply === 'string';
  note({
    path: pathname,
    tools: asked.tools.map(({ name }) => name),
    text: asked.text,
    isMain: isMain(asked),
    usage: isFault || reply.isCut ? undefined : reply.usage,
  });
  if (isFault) fail(response, protocol, reply);
  else {
    response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' });
    response.write(protocol.write(reply, asked.stream));
    if (reply.isCut) response.destroy();
    else response.end();
  }
}

const statuses: Readonly<Record<Exclude<Fault, 'hang' | 'cut'>, readonly [number, string]>> = {
  limit: [429, 'You exceeded your current quota, please check your plan and billing details.'],
  auth: [401, 'Invalid API key'],
  error: [500, 'The server had an error'],
};

function fail(response: ServerResponse, protocol: Protocol, fault: Fault): void {
  // A model that hangs keeps the connection open and sends nothing.
  if (fault === 'hang' || fault === 'cut') return;
  const [status, message] = statuses[fault];
  send(response, status, protocol.error(status, message), fault === 'limit' ? protocol.limitHeaders() : {});
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The plainest value that fits a JSON schema, as far as programs use them. */
function exampleOf(schema: unknown): unknown {
  const { type, properties, enum: choices } = fieldsOf(schema) ?? {};
  if (Array.isArray(choices)) return choices[0];
  switch (String(type).toLowerCase()) {
    case 'object':
      return Object.fromEntries(
        Object.entries(fieldsOf(properties) ?? {}).map(([name, value]) => [name, exampleOf(value)]),
      );
    case 'array':
      return [];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 1;
    default:
      return 'as agreed';
  }
}

/**
 * Whether a request belongs to the agent's own conversation: Qwen Code has another agent that keeps memories of it, and Claude Code
 * wants to know what its person may type next.
 */
function isMain({ tools, text }: Asked): boolean {
  return isAtWork(tools) && !/managed memory (?:extraction|dream)|SUGGESTION MODE/u.test(text);
}

/** Where a program says that it works. */
function folderIn(text: string): string | undefined {
  return /(?:% pwd|(?:working (?:in the )?directory|cwd|workspace[^/<>\\]{0,30})(?:\*\*)?\s*(?:is|:|>))(?:\*\*)?\s*(?:\\n\s*-?\s*)?[`"]?(\/[^\s\\"'`<,]+)/iu
    .exec(text)?.[1]
    ?.replace(/[.:]$/u, '');
}
