import path from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { type McpFile, serversIn } from '../../agents/mcp.js';
import type { UserPlaces } from '../../base/userFolders.js';
import { readTextFile } from '../../project/readTextFile.js';
import type { Machine } from '../../workspace/machine.js';

/**
 * The MCP servers that an agent has, by what its program's own files say: they are read, and nothing is started.
 *
 * @param folder where it works: absolute.
 * @returns their names, each once; a file that cannot be read names none.
 */
export async function readMcpServers(
  { files, places }: Pick<Machine, 'files' | 'places'>,
  { mcp = [] }: Pick<Agent, 'mcp'>,
  folder: string,
): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const one of mcp) {
    const file = path.join(baseOf(one, places, folder), ...one.path.split('/'));
    const text = await readTextFile(file, files).catch(() => undefined);
    if (text !== undefined) for (const name of serversIn(one, text, folder)) names.add(name);
  }
  return [...names];
}

function baseOf(file: McpFile, { env, home }: UserPlaces, folder: string): string {
  if (file.in === 'folder') return folder;
  const stated = file.in.variable === undefined ? undefined : env[file.in.variable];
  return stated !== undefined && path.isAbsolute(stated) ? stated : path.join(home, ...file.in.home.split('/'));
}
