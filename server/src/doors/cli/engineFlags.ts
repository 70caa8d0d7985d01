/**
 * V8 of Node 20 lets the heap grow to ten times its first limit before it searches all of it, and does nothing ahead of time: what it
 * would find is little, and to search 30 MB takes a twentieth of a lint with git. `Machine.reclaimEarly` ends this. Later engines mark
 * even so.
 */
const wholeHeapLate =
  '--no-incremental-marking-task --incremental-marking-soft-trigger=1 --incremental-marking-hard-trigger=1000';

/**
 * Only optimized code heeds of what was made where most got old, and to count it takes a tenth of the work of parsing 2,500 documents.
 * What a run makes it mostly holds until its end, so the room for new objects grows to its full size at once.
 */
const newObjects = '--semi-space-growth-factor=16 --no-allocation-site-pretenuring';

/**
 * Regular expressions are compiled once, for the processor, and not first for an interpreter that runs them once: most that a run uses
 * at all, it uses for each document.
 */
const expressionsOnce = '--no-regexp-tier-up';

/**
 * A run of a few seconds ends before it pays to compile optimized code, so V8 starts with that later. It saves a fifth of the processor
 * time of a lint of 200 specs, a quarter of one of 5,000, and a third of one with git. Nor does it pay to mark ahead of time what is no
 * longer used, which takes a tenth of a lint of 5,000 documents that knows most of them. The room for new objects is searched only when
 * it is full: to collect garbage there more often is to copy the same objects again. By the V8 of Node 20, 22 and 24, because V8
 * complains about a flag that it does not know.
 */
const flagsOf: Readonly<Record<string, string>> = {
  '11.3': `--interrupt-budget=2000000 ${wholeHeapLate} --no-minor-gc-task ${newObjects} ${expressionsOnce}`,
  '12.4': `--invocation-count-for-turbofan=10000 --no-incremental-marking ${newObjects} ${expressionsOnce}`,
  '13.6': `--invocation-count-for-turbofan=10000 --no-incremental-marking ${newObjects} ${expressionsOnce}`,
};

/** Commands that serve others, or wait for agents, for hours: there, garbage collection would be one long pause. */
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

/** The V8 flags of a command. @returns undefined if there are none. */
export function engineFlags(command: string | undefined, v8: string): string | undefined {
  return command !== undefined && staying.has(command) ? undefined : flagsOf[v8.split('.', 2).join('.')];
}
