import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { generateProject } from '../support/generateProject.js';
import { calibrate, percentile, report } from './measure.js';
import { specFile } from './traceProject.js';

/** The server that is delivered, in a process of its own: so its memory can be told. */
const program = path.resolve('dist/server.js');
/** What the server waits for a pause in typing before it judges. */
const debounceMs = 150;

const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-server-bench-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

function writeProject(name: string, items: number): { readonly root: string; readonly files: Map<string, string> } {
  const root = path.join(folder, name);
  const files = new Map(generateProject(items));
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { root, files };
}

interface Server {
  readonly connection: ProtocolConnection;
  /** Milliseconds from the request to initialize until the documents were judged, and again with source code. */
  readonly judgedAfter: readonly number[];
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
    env: { ...process.env, XDG_CACHE_HOME: path.join(folder, 'cache') },
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
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, version }: { uri: string; version?: number }) =>
    waiting.get(`${uri} ${version ?? ''}`)?.(),
  );
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

function memoryOf(pid = 0): ReturnType<Server['memory']> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { most: megabytes('VmHWM'), now: megabytes('VmRSS') };
}

describe.skipIf(process.platform !== 'linux')('the language server', () => {
  it('with 20,000 documents: an edit, and memory', async () => {
    const { root, files } = writeProject('most', 10_000);
    const { connection, published, memory, judgedAfter, end } = await startServer(root);
    const file = specFile(5_000);
    const uri = pathToFileURL(path.join(root, file)).href;
    const text = files.get(file) ?? '';
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'markdown', version: 1, text },
    });
    const times: number[] = [];
    for (let version = 2; version < 42; version++) {
      // Every other edit breaks a heading, so that each one changes what is shown.
      const next = version % 2 === 0 ? text.replace('## Acceptance Criteria', '## Acceptance criterias') : text;
      const shown = published(uri, version);
      const began = performance.now();
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text: next }],
      });
      await shown;
      times.push(performance.now() - began - debounceMs);
    }
    times.sort((one, other) => one - other);
    const { most, now } = memory();
    report('server, 20,000 documents', {
      'p50 ms': percentile(times, 0.5),
      'p95 ms': percentile(times, 0.95),
      'bar of p95 ms': 30,
      'memory MB': now,
      'most MB': most,
      'bar MB': 400,
      'judged after s': (judgedAfter[0] ?? 0) / 1000,
      'calibration ms': calibrate(),
    });
    expect(times).toHaveLength(40);
    await end();
  });

  it('starts again with 5,000 documents', async () => {
    const { root } = writeProject('many', 2_500);
    const starts: number[] = [];
    for (let start = 0; start < 4; start++) {
      const { judgedAfter, end } = await startServer(root);
      starts.push(judgedAfter[0] ?? 0);
      await end();
    }
    const [cold = NaN, ...warm] = starts;
    warm.sort((one, other) => one - other);
    report('server, 5,000 documents: start', {
      'warm ÷ cold': percentile(warm, 0.5) / cold,
      bar: 0.25,
      'cold ms': cold,
      'calibration ms': calibrate(),
    });
    expect(warm).toHaveLength(3);
  });
});
