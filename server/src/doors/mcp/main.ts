import './interpretedSchemas.js';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { serveStdio, type ServeStdioOptions } from '@modelcontextprotocol/server/stdio';
import manifest from '../../../package.json' with { type: 'json' };
import { createIdleToken, rememberedFor } from '../../base/idleToken.js';
import { fieldsOf, parseJson } from '../../base/json.js';
import { UsageError } from '../../base/usageError.js';
import type { Toolset } from '../../execution/queries/toolsetNames.js';
import { fileSystem, stampedFileSystem } from '../../host/fileSystem.js';
import { nodeMachine } from '../../host/machine.js';
import { createMcpServer } from './server.js';

/**
 * Serves the Model Context Protocol on standard input and output, until the input ends.
 *
 * @param options.folder the project, or a folder in it: absolute.
 * @param options.isNamed whether a person named it, so that the roots of the client do not count.
 * @param transport instead of the streams of this process.
 */
export function serve(
  options: { readonly folder: string; readonly isNamed?: boolean; readonly toolsets: ReadonlySet<Toolset> },
  transport?: ServeStdioOptions['transport'],
): void {
  const machine = { ...nodeMachine({ files: stampedFileSystem }), session: createIdleToken(rememberedFor) };
  serveStdio(({ era }) => createMcpServer({ isNamed: false, ...options, machine, era, version: manifest.version }), {
    ...(transport ? { transport } : {}),
    onerror: (error) => void process.stderr.write(`pactwright mcp: ${error.message}\n`),
  });
}

/**
 * Calls one tool with the input, as JSON, on standard input.
 *
 * @param options.folder the project, or a folder in it: absolute.
 * @returns what the tool answers a client of the server.
 * @throws UsageError if there is no such tool, or the input is no object.
 */
export async function callOnce(
  name: string,
  { folder, toolsets }: { readonly folder: string; readonly toolsets: ReadonlySet<Toolset> },
): Promise<CallToolResult> {
  const machine = nodeMachine({ files: fileSystem });
  // Not above: a client waits for the first answer of a server, which takes none of this.
  const { callTool, toolNamed } = await import('./callTool.js');
  const tool = toolNamed(name, toolsets);
  if (!tool) throw new UsageError(`mcp: there is no tool "${name}"`);
  const given = fieldsOf(parseJson(await machine.terminal.readInput()));
  if (!given) throw new UsageError('mcp: the input must be a JSON object');
  return machine.terminal.untilTermination((signal) =>
    callTool(tool, given, { machine, folder, signal, progress: () => undefined }),
  );
}
