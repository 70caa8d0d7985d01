import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Measured {
  /** Milliseconds of the whole process, sorted. */
  readonly times: readonly number[];
  /** Milliseconds of processor time, of the programs that it starts, too; sorted. */
  readonly processor: readonly number[];
  /** The largest resident set of any run, in bytes. */
  readonly memory: number;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-bench-'));
const memoryProbe = path.join(folder, 'memory.cjs');
writeFileSync(
  memoryProbe,
  `process.on('exit', () => require('node:fs').writeFileSync(process.env.PACTWRIGHT_BENCH_MEMORY, String(process.resourceUsage().maxRSS * 1024)));`,
);

/** Says how long a program takes by the clock, in microseconds, and then what it and all it starts take of the processor. */
const timed = 'begun=$EPOCHREALTIME; "$@" > /dev/null 2>&1; echo $(( ${EPOCHREALTIME/./} - ${begun/./} )); times';

function time(
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
): { readonly wall: number; readonly processor: number } {
  const { stdout, error } = spawnSync('bash', ['-c', timed, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
    input,
    env: { ...process.env, LC_ALL: 'C', ...env },
  });
  if (error) throw error;
  const [wall = '', , ofChildren = ''] = stdout.split('\n');
  const processor = Array.from(ofChildren.matchAll(/(\d+)m([\d.]+)s/g), ([, minutes, seconds]) => {
    return (Number(minutes) * 60 + Number(seconds)) * 1000;
  });
  return { wall: Number(wall) / 1000, processor: processor.reduce((a, b) => a + b, 0) };
}

/**
 * Runs Node programs by turns, so that whatever else the machine does falls on all of them alike.
 *
 * @param before what is done before each run of a program, outside of its time.
 * @param input what each finds on its standard input.
 * @param env what is different in their environment.
 */
export function measureByTurns(
  programs: Readonly<Record<string, readonly string[]>>,
  runs: number,
  before: Readonly<Record<string, () => void>> = {},
  input = '',
  env: Readonly<Record<string, string>> = {},
): Record<string, Measured> {
  const times = new Map(Object.keys(programs).map((name) => [name, [] as ReturnType<typeof time>[]]));
  for (let run = -2; run < runs; run++)
    for (const [name, args] of Object.entries(programs)) {
      before[name]?.();
      const took = time(args, input, env);
      // The first two rounds warm the disk cache.
      if (run >= 0) times.get(name)?.push(took);
    }
  const sorted = (name: string, which: 'wall' | 'processor'): readonly number[] =>
    (times.get(name) ?? []).map((one) => one[which]).sort((a, b) => a - b);
  return Object.fromEntries(
    Object.entries(programs).map(([name, args]) => {
      before[name]?.();
      const measured = { times: sorted(name, 'wall'), processor: sorted(name, 'processor'), memory: memoryOf(args) };
      return [name, measured];
    }),
  );
}

/** How many times as much processor and clock time one program takes as another, by medians. */
export function ratiosOf(one: Measured | undefined, base: Measured | undefined): { processor: number; wall: number } {
  const ratio = (which: 'processor' | 'times'): number => median(one?.[which] ?? []) / median(base?.[which] ?? []);
  return { processor: ratio('processor'), wall: ratio('times') };
}

/** The largest resident set of a Node program, in bytes. */
export function memoryOf(args: readonly string[]): number {
  const output = path.join(folder, 'memory.txt');
  spawnSync(process.execPath, ['--require', memoryProbe, ...args], {
    stdio: 'ignore',
    env: { ...process.env, PACTWRIGHT_BENCH_MEMORY: output },
  });
  return Number(readFileSync(output, 'utf8'));
}

/** Milliseconds that git takes to write a log with these arguments, to nobody. */
export function timeOfLog(folder: string, args: readonly string[], input: string): number {
  const began = performance.now();
  const { status } = spawnSync('git', args, { cwd: folder, input, stdio: ['pipe', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`git ended with ${status}`);
  return performance.now() - began;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (sorted: readonly number[]): number => percentile(sorted, 0.5);

/** Milliseconds a fixed loop takes here: absolute figures mean nothing without it. */
export function calibrate(): number {
  const began = performance.now();
  let sum = 0;
  for (let index = 0; index < 50_000_000; index++) sum = (sum + index * 31) | 0;
  return sum === 1 ? 0 : performance.now() - began;
}

/** Prints one line of figures. */
export function report(name: string, figures: Readonly<Record<string, number | string>>): void {
  const text = Object.entries(figures).map(
    ([key, value]) => `${key} ${typeof value === 'number' ? value.toFixed(2) : value}`,
  );
  process.stdout.write(`bench ${name}: ${text.join(', ')}\n`);
}
