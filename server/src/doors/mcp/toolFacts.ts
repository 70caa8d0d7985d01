import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { type Toolset, toolsetNames } from '../../execution/queries/toolsetNames.js';
import { type Tool, toolsOf } from '../../execution/queries/toolsets.js';
import { inputSchemaOf } from '../../operations/inputSchema.js';

/** A tool, and where it is offered. */
export interface ToolFacts {
  readonly toolsets: readonly Toolset[];
  /** As clients list it. */
  readonly listed: Pick<ListedTool, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>;
}

/** All tools. Plain data, which is computed when the server is bundled: a list of tools loads none of their code. */
export const toolFacts: readonly ToolFacts[] = toolsOf(new Set(toolsetNames)).map((tool) => ({
  toolsets: toolsetNames.filter((name) => toolsOf(new Set([name])).some((one) => one.name === tool.name)),
  listed: listedTool(tool),
}));

function listedTool({ name, kind, does }: Tool): ToolFacts['listed'] {
  const readOnly = kind === 'query' ? does.readOnly : !does.writes;
  return {
    name,
    title: does.summary,
    description: `${does.summary}. ${does.details}`,
    inputSchema: { ...inputSchemaOf(does.fields) },
    annotations: {
      readOnlyHint: readOnly,
      // What is written is in files that git keeps; worktrees and branches can be removed for good.
      destructiveHint: kind === 'operation' && !readOnly && (does.group === 'worktrees' || does.group === 'delivery'),
      openWorldHint: kind === 'operation' && does.group === 'delivery',
    },
  };
}
