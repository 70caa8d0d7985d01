import path from 'node:path';
import { namesIn } from '../../../base/namesIn.js';
import { type Toolset, toolsetNames } from '../../../execution/queries/toolsets.js';
import { defineCommand, rootField } from '../command.js';
import { exitCodes } from '../io.js';

/** `pactwright mcp`. */
export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Serves the Model Context Protocol on standard input and output, for agents',
  description:
    'Tools are the operations and queries of Pactwright, resources its items, specs, board and findings, prompts its phases. The toolset core is enough for most work; each further tool costs tokens in every request. docs/guide/mcp.md shows how to set up agents.',
  fields: {
    root: rootField,
    toolsets: {
      type: 'text',
      placeholder: 'NAMES',
      description: `which tools are offered: ${toolsetNames.join(', ')}, several separated by commas`,
      default: 'core',
      completes: toolsetNames,
      check: (text) => (toolsetsIn(text) ? undefined : `must be of ${toolsetNames.join(', ')}, separated by commas`),
    },
  },
  examples: [['mcp', 'what an agent starts; it speaks JSON-RPC']],
  exitCodes: { 0: 'the client closed the connection' },
  run: async ({ root, toolsets }, io) => {
    // The door is a program of its own: its types are its own, too.
    const door = (await io.load?.('mcp')) as { readonly serve: (options: object) => void } | undefined;
    door?.serve({ folder: path.resolve(io.cwd, root ?? '.'), toolsets: new Set(toolsetsIn(toolsets)) });
    return exitCodes.fine;
  },
});

/** @returns undefined where some name is none. */
function toolsetsIn(text: string): readonly Toolset[] | undefined {
  const names = namesIn(text);
  const found = names.flatMap((name) => toolsetNames.find((one) => one === name) ?? []);
  return found.length === names.length && names.length > 0 ? found : undefined;
}
