/**
 * A run of a few seconds ends before optimised code pays for its compiling: so the engine is to start with that later. It saves a
 * fifth of the processor time of a lint of 200 specs, a quarter of one of 5,000, and a third of one with git. Nor does it pay to look for
 * what is no longer used ahead of time, which takes a tenth of a lint of 5,000 documents that knows most of them. By the engine of Node
 * 20, 22 and 24: an engine complains of a flag that it does not know.
 */
const flagsOf: Readonly<Record<string, string>> = {
  '11.3': '--interrupt-budget=2000000 --no-incremental-marking',
  '12.4': '--invocation-count-for-turbofan=10000 --no-incremental-marking',
  '13.6': '--invocation-count-for-turbofan=10000 --no-incremental-marking',
};

/** The commands that serve others, or wait for agents, for hours: there, all of a look for unused memory would be one pause. */
const staying: ReadonlySet<string> = new Set([
  'agent',
  'lsp',
  'mcp',
  'orchestrator-api',
  'phase',
  'queue',
  'run',
  'worker',
]);

/**
 * What the engine is told for a command.
 *
 * @param v8 its version.
 * @returns undefined: nothing.
 */
export function engineFlags(command: string | undefined, v8: string): string | undefined {
  return command !== undefined && staying.has(command) ? undefined : flagsOf[v8.split('.', 2).join('.')];
}
