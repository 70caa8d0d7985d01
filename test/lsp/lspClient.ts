import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type Diagnostic,
  createConnection,
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { logsOf } from '../../server/src/execution/agents/sessionPlace.js';
import { readAllComments } from '../../server/src/execution/agents/commentsFile.js';
import { createRunReader } from '../../server/src/execution/runLog/runReader.js';
import { queueIn } from '../../server/src/execution/agents/queueFile.js';
import { createIdleToken } from '../../server/src/base/idleToken.js';
import { createSessionReader } from '../../server/src/execution/agents/sessionReader.js';
import { findReviewBase } from '../../server/src/execution/agents/reviewBase.js';
import { startLanguageServer } from '../../server/src/doors/lsp/languageServer.js';
import { createRecordReader } from '../../server/src/project/recordReader.js';
import { blockingFileSystem, fileSystem } from '../../server/src/host/fileSystem.js';
import { createGit } from '../../server/src/host/git.js';
import type { AdoptionOffer } from '../../server/src/protocol.js';
import type { FileSystem } from '../../server/src/workspace/ports.js';
import { testMachine } from '../support/testMachine.js';

interface PublishedDiagnostics {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface RegisteredWatcher {
  readonly globPattern: { readonly baseUri: string; readonly pattern: string };
}

/** A workspace folder on disk with a language server over it, spoken to over the wire as an editor would. */
export interface LspWorkspace {
  readonly folder: string;
  readonly connection: ProtocolConnection;
  /** Every publication so far, in order. */
  readonly published: readonly PublishedDiagnostics[];
  /** Every offer of a baseline so far. */
  readonly adoptionOffers: readonly AdoptionOffer[];
  /** What the server asked to be watched, one list per registration. */
  readonly registered: readonly (readonly RegisteredWatcher[])[];
  readonly uri: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  readonly open: (file: string, text: string, version?: number) => Promise<void>;
  readonly change: (file: string, text: string, version: number) => Promise<void>;
  readonly close: (file: string) => Promise<void>;
  readonly filesChanged: (...files: readonly string[]) => Promise<void>;
  /** Files or folders that are gone. */
  readonly filesDeleted: (...files: readonly string[]) => Promise<void>;
  readonly filesCreated: (...files: readonly string[]) => Promise<void>;
  /** What the editor shows for a document now: `CODE line:character-line:character`. */
  readonly shown: (file: string) => readonly string[];
  /** Waits until `condition` holds, looking again at every message. */
  readonly until: (condition: () => boolean) => Promise<void>;
  /** Waits until the server has judged everything it knows. */
  readonly settled: () => Promise<void>;
  /** How often git was started so far. */
  readonly gitSpawns: () => number;
  readonly stop: () => void;
}

interface LspOptions {
  readonly folders?: readonly string[];
  readonly ports?: FileSystem;
  /** Members of the initialize request that replace the usual ones. */
  readonly initialize?: object | ((folderUri: string) => object);
  /** Does something with the folder before the server starts. */
  readonly prepare?: (folder: string) => void;
  /** The environment that the server finds. */
  readonly env?: Readonly<Record<string, string>>;
  /** The user's state folder; without it nothing is known of what gates recorded. */
  readonly state?: string;
  /** Of more documents than this no models are held. */
  readonly mostWhole?: number;
}

export async function startLspWorkspace(
  files: Readonly<Record<string, string>>,
  options: LspOptions = {},
): Promise<LspWorkspace> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright lsp é-')));
  const write = (file: string, text: string): void => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  options.prepare?.(folder);
  const git = createGit();
  const connection = startServer(folder, git, options);
  const heard = new Heard(connection);
  connection.listen();
  await initialize(connection, folder, options);
  // Documents are judged at once, and again with source code and git.
  await heard.until(() => heard.linted > 1);

  const uri = (file: string): string => pathToFileURL(path.join(folder, file)).href;
  const tellOfFiles = async (type: number, changed: readonly string[]): Promise<void> => {
    const before = heard.linted;
    await connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: changed.map((file) => ({ uri: uri(file), type })),
    });
    await heard.until(() => heard.linted > before);
  };
  return {
    folder,
    gitSpawns: () => git.spawns(),
    connection,
    published: heard.published,
    adoptionOffers: heard.adoptionOffers,
    registered: heard.registered,
    uri,
    write,
    remove: (file) => {
      rmSync(path.join(folder, file), { recursive: true });
    },
    open: (file, text, version = 1) =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(file), languageId: 'markdown', version, text },
      }),
    change: (file, text, version) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(file), version },
        contentChanges: [{ text }],
      }),
    close: (file) => connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri(file) } }),
    filesChanged: (...changed) => tellOfFiles(2, changed),
    filesDeleted: (...changed) => tellOfFiles(3, changed),
    filesCreated: (...changed) => tellOfFiles(1, changed),
    shown: (file) => heard.shownOf(uri(file)),
    until: (condition) => heard.until(condition),
    settled: async () => {
      await connection.sendRequest('pactwright/lintWorkspace');
    },
    stop: () => {
      connection.end();
      connection.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the client's end. */
function startServer(
  folder: string,
  git: ReturnType<typeof createGit>,
  { ports = fileSystem, env = {}, state, mostWhole }: LspOptions,
): ProtocolConnection {
  const machine = { ...testMachine({ XDG_CACHE_HOME: path.join(folder, '.cache'), ...env }), files: ports, git };
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  startLanguageServer({
    connection: createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)),
    machine,
    codeMachine: { ...machine, session: createIdleToken(60_000) },
    ...(mostWhole === undefined
      ? {}
      : {
          kept: {
            folder: path.join(folder, '.cache'),
            build: 'test',
            files: blockingFileSystem,
            forgets: { begin: () => undefined, mostWhole, mostHeld: 0 },
          },
        }),
    ...(state === undefined ? {} : { record: createRecordReader(testMachine({ PACTWRIGHT_STATE: state })) }),
    agents: {
      logsOf: (root, repository) => logsOf(machine, root, repository),
      reader: createSessionReader(machine),
      runs: createRunReader(machine),
      queueIn: (logs) => queueIn(machine, logs),
      commentsIn: (logs) => readAllComments(machine, logs),
      baseOf: (work) => findReviewBase(machine, work, new AbortController().signal),
    },
    version: '0.0.0',
    onParent: () => undefined,
  });
  return createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
}

async function initialize(
  connection: ProtocolConnection,
  folder: string,
  { folders = [''], initialize: more = {} }: LspOptions,
): Promise<void> {
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {
      workspace: {
        workspaceFolders: true,
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      },
    },
    workspaceFolders: folders.map((name) => ({
      uri: pathToFileURL(path.join(folder, name)).href,
      name: name || 'root',
    })),
    ...(typeof more === 'function' ? more(pathToFileURL(folder).href) : more),
  });
  await connection.sendNotification('initialized', {});
}

/** What the server has said so far, and who waits for more. */
class Heard {
  readonly published: PublishedDiagnostics[] = [];
  readonly adoptionOffers: AdoptionOffer[] = [];
  readonly registered: RegisteredWatcher[][] = [];
  /** How often it has judged. */
  linted = 0;
  readonly #current = new Map<string, PublishedDiagnostics>();
  readonly #waiting = new Set<() => void>();

  constructor(connection: ProtocolConnection) {
    connection.onNotification('textDocument/publishDiagnostics', (message: PublishedDiagnostics) => {
      this.published.push(message);
      this.#current.set(message.uri, message);
      this.#wake();
    });
    connection.onNotification('pactwright/linted', () => {
      this.linted++;
      this.#wake();
    });
    connection.onNotification('pactwright/adoptionOffer', (offer: AdoptionOffer) => {
      this.adoptionOffers.push(offer);
      this.#wake();
    });
    connection.onUnhandledNotification(() => undefined);
    connection.onRequest(
      'client/registerCapability',
      ({
        registrations,
      }: {
        registrations: readonly { registerOptions?: { watchers?: readonly RegisteredWatcher[] } }[];
      }) => {
        for (const { registerOptions } of registrations)
          if (registerOptions?.watchers) this.registered.push([...registerOptions.watchers]);
        this.#wake();
        return null;
      },
    );
    connection.onRequest('client/unregisterCapability', () => null);
  }

  /** @see LspWorkspace.until */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** @see LspWorkspace.shown */
  shownOf(uri: string): readonly string[] {
    return (this.#current.get(uri)?.diagnostics ?? []).map(
      ({ code, range: { start, end } }) =>
        `${String(code)} ${start.line}:${start.character}-${end.line}:${end.character}`,
    );
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
