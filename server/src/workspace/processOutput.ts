import type { ProcessEnd, Processes, ProcessStart } from './ports.js';

/** How a program ended, with what it printed. */
export type ProcessOutput =
  | (Extract<ProcessEnd, { readonly kind: 'ended' }> & { readonly output: string; readonly errors: string })
  | Exclude<ProcessEnd, { readonly kind: 'ended' }>;

/**
 * Runs a program to its end and keeps what it prints.
 *
 * @param most the end of each stream that is kept, in UTF-16 units: what it prints may be endless. Undefined: all.
 */
export async function runForOutput(
  processes: Processes,
  start: Omit<ProcessStart, 'take'>,
  most?: number,
): Promise<ProcessOutput> {
  const said = { output: '', errors: '' };
  const end = await processes.run({
    ...start,
    take: (text, from) => {
      said[from] += text;
      if (most !== undefined) said[from] = said[from].slice(-most);
    },
  });
  return end.kind === 'ended' ? { ...end, ...said } : end;
}
