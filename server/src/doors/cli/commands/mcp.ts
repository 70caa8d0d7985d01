import path from 'node:path';
import { namesIn } from '../../../base/namesIn.js';
import { type Toolset, toolsetNames } from '../../../execution/queries/toolsetNames.js';
import { defineCommand, rootField } from '../command.js';
import { exitCodes } from '../io.js';

interface Door {
  readonly serve: (options: object) => void;
  readonly callOnce: (tool: string, options: object) => Promise<object>;
}

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
    call: {
      type: 'text',
      placeholder: 'TOOL',
      description: 'instead calls one tool, with its input as JSON on standard input, and prints its answer as JSON',
    },
  },
  examples: [['mcp', 'what an agent starts; it speaks JSON-RPC']],
  exitCodes: { 0: 'the client closed the connection, or the tool has answered' },
  run: async ({ root, toolsets, call }, io) => {
    // The door is a program of its own: its types are its own, too.
    const door = (await io.load?.('mcp')) as Door | undefined;
    const options = {
      folder: path.resolve(io.cwd, root ?? '.'),
      isNamed: root !== undefined,
      toolsets: new Set(toolsetsIn(toolsets)),
    };
    if (call === undefined) door?.serve(options);
    else io.out(`${JSON.stringify(await door?.callOnce(call, options))}\n`);
    return exitCodes.fine;
  },
});

/** @returns undefined if some name is none. */
function toolsetsIn(text: string): readonly Toolset[] | undefined {
  const names = namesIn(text);
  const found = names.flatMap((name) => toolsetNames.find((one) => one === name) ?? []);
  return found.length === names.length && names.length > 0 ? found : undefined;
}
