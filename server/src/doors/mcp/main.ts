import { serveStdio, type ServeStdioOptions } from '@modelcontextprotocol/server/stdio';
import manifest from '../../../package.json' with { type: 'json' };
import type { Toolset } from '../../execution/queries/toolsets.js';
import { fileSystem } from '../../host/fileSystem.js';
import { nodeMachine } from '../../host/machine.js';
import { createMcpServer } from './server.js';

/**
 * Serves the Model Context Protocol on standard input and output, until the input ends.
 *
 * @param options.folder the project, or a folder in it: absolute.
 * @param transport instead of the streams of this process.
 */
export function serve(
  options: { readonly folder: string; readonly toolsets: ReadonlySet<Toolset> },
  transport?: ServeStdioOptions['transport'],
): void {
  const machine = nodeMachine({ files: fileSystem });
  serveStdio(({ era }) => createMcpServer({ ...options, machine, era, version: manifest.version }), {
    ...(transport ? { transport } : {}),
    onerror: (error) => void process.stderr.write(`pactwright mcp: ${error.message}\n`),
  });
}
