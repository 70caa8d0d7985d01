import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Phase } from '../../agents/phase.js';
import {
  longestAnswer,
  longestRequest,
  mostRequests,
  readRequest,
  type RequestAnswer,
  requestName,
} from '../../agents/requests.js';
import { describeError } from '../../base/errors.js';
import type { Machine } from '../../workspace/machine.js';
import { runForOutput } from '../../workspace/processOutput.js';
import { agentFilesFolder, writeAgentFile, writeLocalFile } from './localFiles.js';

/** The agent whose requests are carried out. */
export interface Requester {
  readonly session: string;
  readonly phase: Phase;
  /** Undefined in a phase of the project. */
  readonly item: string | undefined;
  /** Where it works, and where its requests are carried out: absolute. */
  readonly folder: string;
  /** Of the sessions' logs; absolute. */
  readonly logs: string;
}

/** The folders that an agent and this process exchange requests through. */
export interface RequestDesk {
  /** Where the agent writes its requests: absolute. */
  readonly folder: string;
  /** Where it reads the answers: absolute. */
  readonly answers: string;
  /** Stops, after the request under way has ended. */
  readonly close: () => Promise<void>;
}

/** How often to look for requests, and how long one may take, in milliseconds. */
const lookMs = 200;
const longestMs = 10 * 60_000;

/**
 * Carries out what an agent cannot do inside its sandbox: commands of our own command line that its phase allows, with the rights of
 * this process. Requests are files in a folder that git ignores and the agent may write; answers are in a folder of ours that the
 * sandbox lets it read.
 *
 * @param tell called with a line for each request that is carried out or refused.
 * @throws the error of the operating system if the folder cannot be created.
 */
export async function serveRequests(
  machine: Machine,
  requester: Requester,
  tell: (what: string) => void,
): Promise<RequestDesk> {
  const { session, folder: work, logs } = requester;
  const inside = `requests/${session}`;
  const said = 'Requests of an agent in a sandbox, and their answers.\n';
  const first = await writeLocalFile(machine, work, `${inside}/README`, said);
  const folder = path.dirname(path.join(work, first));
  const over = new AbortController();
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    for (const name of await machine.disk.readdir(folder).catch(() => [])) {
      const id = requestName.exec(name)?.[1];
      if (id === undefined || seen.has(id) || seen.size >= mostRequests) continue;
      seen.add(id);
      await answerOne(machine, requester, { folder, id }, over.signal, tell);
    }
  };
  const serving = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      await look().catch((error: unknown) => {
        tell(`a request was not carried out: ${describeError(error)}`);
      });
      await pause(lookMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return {
    folder,
    answers: agentFilesFolder(logs, session),
    close: async () => {
      over.abort();
      await serving;
    },
  };
}

async function answerOne(
  machine: Machine,
  requester: Requester,
  { folder, id }: { readonly folder: string; readonly id: string },
  signal: AbortSignal,
  tell: (what: string) => void,
): Promise<void> {
  const { session, logs } = requester;
  const text = await readPlainFile(machine, path.join(folder, `${id}.request`));
  await writeAgentFile(machine, logs, session, `${id}.taken`, '');
  const asked = readRequest(text ?? '', requester);
  const answer: RequestAnswer =
    'refused' in asked
      ? { version: 1, code: 3, out: '', err: `pactwright: ${asked.refused}\n` }
      : await carryOut(machine, asked.words, requester.folder, signal);
  tell('refused' in asked ? `refused: ${asked.refused}` : `${asked.words.join(' ')} (exit code ${answer.code})`);
  await writeAgentFile(machine, logs, session, `${id}.answer`, JSON.stringify(answer));
}

/** @returns undefined unless it is a plain file and not too long: a link could lead anywhere. */
async function readPlainFile({ disk }: Machine, file: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = disk.constants;
  const handle = await disk.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= longestRequest ? await handle.readFile('utf8') : undefined;
  } finally {
    await handle.close();
  }
}

/** Variables that mark the processes of an agent; commands that are carried out here must not have them. */
const ours = ['SESSION', 'SESSION_LOG', 'MODE', 'ROOT', 'ITEM', 'PHASE', 'REQUESTS', 'ANSWERS'].map(
  (name) => `PACTWRIGHT_${name}`,
);

/** Our own command line, and no other program. */
async function carryOut(
  { self, places, processes }: Machine,
  words: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<RequestAnswer> {
  if (self.script === undefined)
    return { version: 1, code: 3, out: '', err: 'pactwright: it cannot call itself here\n' };
  const end = await runForOutput(
    processes,
    {
      program: self.node,
      args: [self.script, ...words],
      folder,
      env: {
        ...places.env,
        ...Object.fromEntries(ours.map((name) => [name, undefined])),
        ...(self.isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
      },
      timeLimit: longestMs,
      signal,
    },
    longestAnswer,
  );
  return end.kind === 'ended'
    ? { version: 1, code: end.code ?? 3, out: end.output, err: end.errors }
    : { version: 1, code: 3, out: '', err: `pactwright: ${end.message}\n` };
}
