import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Toolset } from '../../execution/queries/toolsetNames.js';
import { toolFacts } from './toolFacts.js';

/** What every tool answers with. */
export const outputSchema: NonNullable<ListedTool['outputSchema']> = {
  type: 'object',
  properties: { note: { type: 'string' }, message: { type: 'string' }, data: { type: 'object' } },
  required: ['note', 'message', 'data'],
};

/** The tools of some toolsets. */
export function listedTools(wanted: ReadonlySet<Toolset>): ListedTool[] {
  return toolFacts
    .filter(({ toolsets }) => toolsets.some((name) => wanted.has(name)))
    .map(({ listed }) => ({ ...listed, outputSchema }));
}
