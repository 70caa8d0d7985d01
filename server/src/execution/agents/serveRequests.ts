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
import { agentFilesFolder, writeAgentFile, writeLocalFile } from './localFiles.js';

/** Whose requests are carried out. */
export interface Requester {
  readonly session: string;
  readonly phase: Phase;
  readonly item: string;
  /** Where it works, and where its requests are carried out: absolute. */
  readonly folder: string;
  /** Of the sessions' logs; absolute. */
  readonly logs: string;
}

/** Where an agent leaves its requests. */
export interface RequestDesk {
  /** Absolute; for the agent's environment. */
  readonly folder: string;
  /** Where it finds the answers: absolute. */
  readonly answers: string;
  /** Ends it, once what is being carried out has ended. */
  readonly close: () => Promise<void>;
}

/** So often it is looked for requests, and so long one may take, in milliseconds. */
const lookMs = 200;
const longestMs = 10 * 60_000;

/**
 * Carries out what an agent cannot do inside its sandbox: our own command line, with the rights of this process, for what its phase
 * allows. Requests are files in a folder that git ignores, where the agent may do what it likes; answers are in a folder of ours, which
 * a sandbox lets it read.
 *
 * @param tell told what is carried out, and what is refused, a line each.
 * @throws the error of the operating system, where the folder cannot be made.
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

/** @returns undefined for what is no file, or too long: a link could lead anywhere. */
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

/** What tells a process that it works for an agent: what is carried out here does not. */
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
  const said = { output: '', errors: '' };
  const end = await processes.run({
    program: self.node,
    args: [self.script, ...words],
    folder,
    env: {
      ...places.env,
      ...Object.fromEntries(ours.map((name) => [name, undefined])),
      ...(self.isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
    },
    take: (text, from) => {
      said[from] = (said[from] + text).slice(-longestAnswer);
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  });
  const code = end.kind === 'ended' ? (end.code ?? 3) : 3;
  return {
    version: 1,
    code,
    out: said.output,
    err: end.kind === 'ended' ? said.errors : `pactwright: ${end.message}\n`,
  };
}
