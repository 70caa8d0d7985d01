import { count } from '../../base/count.js';

/** `unknown`: no report names the file. */
export type CoverageTier = 'pass' | 'warn' | 'block' | 'unknown';

export interface CoveredFile {
  readonly path: string;
  /** How many lines of code count. */
  readonly lines: number;
  /** Those that no test runs, from 0. */
  readonly missed: readonly number[];
  readonly tier: CoverageTier;
}

/** Shares in percent. */
export interface CoverageTiers {
  readonly pass: number;
  readonly block: number;
}

/** Of lines without code nothing is missed. */
export function tierOf(lines: number, missed: number, { pass, block }: CoverageTiers): CoverageTier {
  const share = shareOf(lines, missed);
  return share >= pass ? 'pass' : share < block ? 'block' : 'warn';
}

function shareOf(lines: number, missed: number): number {
  return lines === 0 ? 100 : ((lines - missed) * 100) / lines;
}

/** A line for each file, the worst first, and all together. @param base what lines are compared with. */
export function formatCoverage(
  files: readonly CoveredFile[],
  reports: readonly string[],
  { pass, block }: CoverageTiers,
  base: string | undefined,
): string {
  const from = `Reports: ${reports.join(', ')}`;
  if (files.length === 0)
    return [
      base === undefined ? 'The reports name no source file.' : `No source code differs from ${base}.`,
      from,
    ].join('\n');
  const known = files.filter(({ tier }) => tier !== 'unknown');
  const sorted = [...files].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  const lines = known.reduce((sum, file) => sum + file.lines, 0);
  const missed = known.reduce((sum, file) => sum + file.missed.length, 0);
  const of = base === undefined ? 'line' : 'changed line';
  return [
    ...sorted.map(fileLine),
    '',
    `${percent(lines, missed)} of ${count(lines, of)} in ${count(known.length, 'file')} (pass: ${pass} %, block: below ${block} %)`,
    from,
  ].join('\n');
}

function rank({ lines, missed, tier }: CoveredFile): number {
  return tier === 'unknown' ? -1 : shareOf(lines, missed.length);
}

const percent = (lines: number, missed: number): string => `${Math.floor(shareOf(lines, missed))} %`;

function fileLine({ path, lines, missed, tier }: CoveredFile): string {
  if (tier === 'unknown') return `unknown      -  ${path}: no report names it`;
  const share = percent(lines, missed.length).padStart(6);
  return `${tier.padEnd(7)} ${share}  ${path}${missed.length === 0 ? '' : `: ${stretches(missed)}`}`;
}

/** Lines from 1 as people write them: `3, 7-9`. */
function stretches(lines: readonly number[]): string {
  const found: [number, number][] = [];
  for (const line of lines) {
    const open = found.at(-1);
    if (open?.[1] === line - 1) open[1] = line;
    else found.push([line, line]);
  }
  return found.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`)).join(', ');
}
