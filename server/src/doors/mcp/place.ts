import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ProtocolEra,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { fieldsOf } from '../../base/json.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';

export interface PlaceOptions {
  readonly era: ProtocolEra;
  readonly machine: Pick<Machine, 'files'>;
  /** The project, or a folder in it: absolute. */
  readonly folder: string;
  /** A person named it, so that the roots of the client do not count. */
  readonly isNamed: boolean;
}

/** Where a connection works: in the folder the server was started in, unless the client names other folders as its roots. */
export class Place {
  readonly #options: PlaceOptions;
  readonly #server: McpServer['server'];
  #folder: string;
  #isSettled: boolean;

  constructor(server: McpServer['server'], options: PlaceOptions) {
    this.#server = server;
    this.#options = options;
    this.#folder = options.folder;
    this.#isSettled = options.isNamed;
    server.setNotificationHandler('notifications/roots/list_changed', () => {
      this.#isSettled = options.isNamed;
    });
  }

  /** Absolute. */
  get folder(): string {
    return this.#folder;
  }

  /**
   * Finds the folder with the first request that needs one.
   *
   * @returns what the client has to answer before it asks again; undefined if the folder is known.
   * @throws UsageError if the roots hold no project, or several.
   */
  async settle({ mcpReq }: ServerContext): Promise<InputRequiredResult | undefined> {
    if (this.#isSettled) return undefined;
    const answer = inputResponse(mcpReq.inputResponses, 'roots');
    let roots: Roots | undefined = answer.kind === 'roots' ? answer.roots : undefined;
    if (!roots && this.#options.era === 'modern') {
      const declared = fieldsOf(fieldsOf(mcpReq.envelope)?.[CLIENT_CAPABILITIES_META_KEY]);
      if (declared?.['roots'] !== undefined)
        return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    }
    if (!roots && this.#options.era === 'legacy') roots = await this.#ask();
    if (roots) this.#folder = await folderAmong(roots, this.#options);
    this.#isSettled = true;
    return undefined;
  }

  /** One that has none, or cannot tell them, is served where it started the server. */
  async #ask(): Promise<Roots | undefined> {
    const answer = await this.#server
      .request({ method: 'roots/list' }, { timeout: rootsTimeoutMs })
      .catch(() => undefined);
    return answer?.roots;
  }
}

type Roots = readonly { readonly uri: string }[];

/** A program answers, no person: in milliseconds. */
const rootsTimeoutMs = 5_000;

/** The folder of the start where it is in a root, else the only root with a project. @throws UsageError */
async function folderAmong(roots: Roots, { machine: { files }, folder }: PlaceOptions): Promise<string> {
  const folders = roots.flatMap(({ uri }) => folderOf(uri) ?? []);
  const real = async (one: string): Promise<string> => (await files.realPath(one)) ?? one;
  const started = await real(folder);
  for (const root of folders) if (isWithin(await real(root), started)) return folder;
  if (folders.length === 0) return folder;
  const { chooseProject } = await import('../../project/lintTargets.js');
  const found: string[] = [];
  for (const root of folders)
    if (
      await chooseProject(root, files, false).then(
        () => true,
        () => false,
      )
    )
      found.push(root);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const what = only === undefined ? 'hold no project' : 'hold several projects';
  throw new UsageError(
    `the roots that the client works in ${what} (${folders.join(', ')}): start the server with --root`,
  );
}

/** Undefined if it is no folder of this machine. */
function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

function isWithin(folder: string, inner: string): boolean {
  const way = path.relative(folder, inner);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
}
