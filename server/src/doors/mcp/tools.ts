import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Toolset } from '../../execution/queries/toolsetNames.js';
import { type Tool, toolsOf } from '../../execution/queries/toolsets.js';
import { inputSchemaOf } from '../../operations/inputSchema.js';

/** What every tool answers with. */
export const outputSchema: NonNullable<ListedTool['outputSchema']> = {
  type: 'object',
  properties: { note: { type: 'string' }, message: { type: 'string' }, data: { type: 'object' } },
  required: ['note', 'message', 'data'],
};

/** The tools of some toolsets, as clients list them. */
export function listedTools(toolsets: ReadonlySet<Toolset>): ListedTool[] {
  return toolsOf(toolsets).map(listedTool);
}

/** @returns undefined where the toolsets have no tool of this name. */
export function toolNamed(name: string, toolsets: ReadonlySet<Toolset>): Tool | undefined {
  return toolsOf(toolsets).find((tool) => tool.name === name);
}

function listedTool({ name, kind, does }: Tool): ListedTool {
  const readOnly = kind === 'query' ? does.readOnly : !does.writes;
  return {
    name,
    title: does.summary,
    description: `${does.summary}. ${does.details}`,
    inputSchema: { ...inputSchemaOf(does.fields) },
    outputSchema,
    annotations: {
      readOnlyHint: readOnly,
      // What is written is in files that git keeps; worktrees and branches can be removed for good.
      destructiveHint: kind === 'operation' && !readOnly && (does.group === 'worktrees' || does.group === 'delivery'),
      openWorldHint: kind === 'operation' && does.group === 'delivery',
    },
  };
}
