import type { Operation, OperationGroup } from '../../operations/operation.js';
import { allOperations } from '../../operations/registry.js';
import type { Query } from './query.js';
import { allQueries } from './registry.js';
import type { Toolset } from './toolsetNames.js';

/** A tool is a query or an operation under a name that all clients accept. */
export type Tool =
  | { readonly kind: 'query'; readonly name: string; readonly does: Query }
  | { readonly kind: 'operation'; readonly name: string; readonly does: Operation };

/** The operations of `core`, by name: each tool more is read by the model in every request. */
const coreOperations: ReadonlySet<string> = new Set([
  'status',
  'next',
  'board list',
  'board tick',
  'board untick',
  'board move',
  'board add-task',
  'new-item',
  'new-test-case',
  'set-status',
  'lesson-append',
  'context',
  'schema',
  'commit',
]);

/** The tools of some toolsets, each once. */
export function toolsOf(toolsets: ReadonlySet<Toolset>): readonly Tool[] {
  const isOffered = ({ name, group }: { readonly name: string; readonly group: OperationGroup }): boolean =>
    // What protects a project from an agent is not the agent's to set up or remove.
    (group !== 'setUp' && toolsets.has(group)) || (toolsets.has('core') && coreOperations.has(name));
  return [
    ...allQueries
      .filter(({ toolset }) => toolsets.has(toolset ?? 'core'))
      .map((query): Tool => ({ kind: 'query', name: toolName(query.name), does: query })),
    ...allOperations
      .filter(isOffered)
      .map((operation): Tool => ({ kind: 'operation', name: toolName(operation.name), does: operation })),
  ];
}

/** `board add-task` is `board_add_task`: some clients take letters, digits and `_` only. */
function toolName(operation: string): string {
  return operation.replace(/[^a-z0-9]+/g, '_');
}
