import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { generateProject } from '../support/generateProject.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { calibrate, percentile, report } from './measure.js';
import { specFile } from './traceProject.js';

/** The server that is delivered, in a process of its own: so its memory can be told. */
const program = path.resolve('dist/server.js');
/** What the server waits for a pause in typing before it judges. */
const debounceMs = 150;
/** After those that are typed while the server still writes what it keeps for the next session. */
const edits = 100;
const barOfEdits = 30;
/** A file that changed within three seconds before a session is read again by the next one; those of a real project are older. */
const untilOldMs = 3_500;

const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-server-bench-'));
const cache = path.join(folder, 'cache');
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface WrittenProject {
  readonly root: string;
  readonly files: ReadonlyMap<string, string>;
}

/** @param sources files of source code: path and text. */
async function writeProject(
  name: string,
  items: number,
  sources: Iterable<readonly [string, string]> = [],
): Promise<WrittenProject> {
  const root = path.join(folder, name);
  const files = new Map([...generateProject(items), ...sources]);
  writeFiles(root, Object.fromEntries(files));
  await setTimeout(untilOldMs);
  return { root, files };
}

/** A project in which there is something to publish: a fifth of the specs has mistakes, half of the items have tests. */
function writeUsualProject(name: string, items: number): Promise<WrittenProject> {
  const broken = Array.from(generateProject(items)).flatMap(([file, text], at) =>
    file.startsWith('docs/specs/') && at % 10 === 0
      ? [[file, text.replace('## Acceptance Criteria', '## Acceptance criterias')] as const]
      : [],
  );
  const tests = Array.from({ length: items / 2 }, (_, at): readonly [string, string] => {
    const id = path.basename(specFile(at + 1), '.md');
    return [
      `test/${id}.test.ts`,
      `describe('${id}', () => {\n  it('TC-1: keeps', () => {});\n  it('TC-2: stores', () => {});\n});\n`,
    ];
  });
  return writeProject(name, items, [...broken, ...tests]);
}

interface Server {
  readonly connection: ProtocolConnection;
  /** Milliseconds from the request to initialize until the documents were judged, and again with source code. */
  readonly judgedAfter: readonly number[];
  /** Milliseconds until the last publication before that. */
  readonly publishedAfter: number;
  /** Milliseconds that the processor took by then. */
  readonly processor: number;
  /** What is shown by then, by document. */
  readonly shown: string;
  /** Waits for the next publication of a document. */
  readonly published: (uri: string, version: number) => Promise<void>;
  /** Of resident memory, in megabytes: the most so far, and now. */
  readonly memory: () => { readonly most: number; readonly now: number };
  readonly end: () => Promise<void>;
}

/** Opens a folder, and waits until all of it was judged, with source code too. */
async function startServer(root: string): Promise<Server> {
  const child = spawn(process.execPath, [program, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  children.push(child);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const judgedAfter: number[] = [];
  const began = performance.now();
  const judged = new Promise<void>((resolve) => {
    connection.onNotification('pactwright/linted', () => {
      if (judgedAfter.push(performance.now() - began) === 2) resolve();
    });
  });
  const waiting = new Map<string, () => void>();
  const shown = new Map<string, unknown>();
  let publishedAfter = 0;
  connection.onNotification('textDocument/publishDiagnostics', (message: PublishDiagnosticsParams) => {
    const { uri, version, diagnostics } = message;
    publishedAfter = performance.now() - began;
    shown.set(uri, diagnostics);
    waiting.get(`${uri} ${version ?? ''}`)?.();
  });
  connection.onUnhandledNotification(() => undefined);
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  const uri = pathToFileURL(root).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } } },
    workspaceFolders: [{ uri, name: 'root' }],
  });
  await connection.sendNotification('initialized', {});
  await judged;
  return {
    connection,
    judgedAfter,
    publishedAfter,
    processor: processorOf(child.pid),
    shown: JSON.stringify([...shown].sort(([one], [other]) => (one < other ? -1 : 1))),
    published: (file, version) => new Promise((resolve) => waiting.set(`${file} ${version}`, resolve)),
    memory: () => memoryOf(child.pid),
    end: async () => {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await ended;
      connection.dispose();
    },
  };
}

/** All of it since the process was started, in milliseconds. */
function processorOf(pid = 0): number {
  const [, ofProcess = '', ofKernel = ''] =
    /^\d+ \(.*\) \S (?:\S+ ){10}(\d+) (\d+)/u.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const ticksPerSecond = 100;
  return ((Number(ofProcess) + Number(ofKernel)) * 1000) / ticksPerSecond;
}

function memoryOf(pid = 0): ReturnType<Server['memory']> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { most: megabytes('VmHWM'), now: megabytes('VmRSS') };
}

/** Whether a session has written what it keeps of documents: all at once. */
function hasRecords(): boolean {
  const records = path.join(cache, 'pactwright/documents');
  return existsSync(records) && readdirSync(records).some((file) => file.endsWith('.json'));
}

/**
 * Opens a document.
 *
 * @returns edits it, and answers after how many milliseconds its diagnostics were there, without the wait.
 */
async function openIn({ connection, published }: Server, uri: string, text: string): Promise<() => Promise<number>> {
  let version = 1;
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'markdown', version, text },
  });
  return async () => {
    version++;
    // Every other edit breaks a heading, so that each one changes what is shown.
    const next = version % 2 === 0 ? text.replace('## Acceptance Criteria', '## Acceptance criterias') : text;
    const shown = published(uri, version);
    const began = performance.now();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text: next }],
    });
    await shown;
    return performance.now() - began - debounceMs;
  };
}

function reportEdits(when: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  report(`server, 20,000 documents: an edit ${when}`, {
    'p50 ms': percentile(sorted, 0.5),
    'p95 ms': percentile(sorted, 0.95),
    'bar of p95 ms': barOfEdits,
    'most ms': sorted.at(-1) ?? NaN,
    edits: String(sorted.length),
  });
}

describe.skipIf(process.platform !== 'linux')('the language server', () => {
  it('with 20,000 documents: an edit, and memory', async () => {
    const { root, files } = await writeProject('most', 10_000);
    const server = await startServer(root);
    const { memory, judgedAfter, end } = server;
    const file = specFile(5_000);
    const uri = pathToFileURL(path.join(root, file)).href;
    const text = files.get(file) ?? '';
    const edit = await openIn(server, uri, text);
    const early: number[] = [];
    while (!hasRecords()) early.push(await edit());
    const later: number[] = [];
    for (let at = 0; at < edits; at++) later.push(await edit());
    const { most, now } = memory();
    await end();
    const again = await startServer(root);
    const editAgain = await openIn(again, uri, text);
    const firstEdit = await editAgain();
    await again.end();
    reportEdits('while records are written', early);
    reportEdits('after that', later);
    report('server, 20,000 documents', {
      'first edit of the next session ms': firstEdit,
      'memory MB': now,
      'most MB': most,
      'bar MB': 400,
      'judged after s': (judgedAfter[0] ?? 0) / 1000,
      'calibration ms': calibrate(),
    });
    expect(early).not.toEqual([]);
  });

  it('starts again with 5,000 documents, and 1,250 files with tests', async () => {
    const { root } = await writeUsualProject('many', 2_500);
    const starts: Server[] = [];
    for (let start = 0; start < 4; start++) {
      const server = await startServer(root);
      starts.push(server);
      await server.end();
    }
    const [cold, ...warm] = starts;
    const ratioOf = (of: (server: Server) => number): number =>
      percentile(
        warm.map(of).sort((one, other) => one - other),
        0.5,
      ) / (cold ? of(cold) : NaN);
    report('server, 5,000 documents: start', {
      'published, warm ÷ cold': ratioOf(({ publishedAfter }) => publishedAfter),
      'judged with source code, warm ÷ cold': ratioOf(({ judgedAfter }) => judgedAfter[1] ?? NaN),
      'processor, warm ÷ cold': ratioOf(({ processor }) => processor),
      bar: 0.25,
      'cold ms': cold?.publishedAfter ?? NaN,
      'calibration ms': calibrate(),
    });
    expect(warm.map(({ shown }) => shown)).toEqual(warm.map(() => cold?.shown));
    expect(cold?.shown).toContain('Acceptance criterias');
  });
});
