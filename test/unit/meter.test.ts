import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { endedOf, look, metered } from '../../scripts/lib/meter.mjs';
import type { ProcessTime } from '../../scripts/lib/processTable.mjs';
import { killGroup, startGroup } from '../../scripts/lib/processes.mjs';
import { describeLong } from '../support/runs.js';

/** Seconds. */
const burnt = 3;

/** Takes so many seconds of processor time by its own reckoning, says so, and stays. */
const burn = (seconds: number): string => `
  while (process.cpuUsage().user + process.cpuUsage().system < ${seconds * 1e6});
  console.log('burnt');
  setInterval(() => undefined, 1e6);`;

/** Has a child of its own do that, and ends when it is told: \`leave\` in peace, so that it waits for the child. */
const parent = (seconds: number): string => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burn(seconds))}], { stdio: 'inherit' });
  process.on('message', () => child.kill());
  child.on('exit', () => process.exit(0));`;

/** Has that parent and its child killed at once, as a VS Code is, and lives on. */
const killer = (seconds: number): string => `
  const { fork, spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(parent(seconds))}], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  process.on('message', () => process.kill(-child.pid, 'SIGKILL'));
  child.on('exit', () => process.send('killed'));`;

const start = (program: string): ChildProcess =>
  startGroup(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });

async function untilBurnt({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error('It has no output.');
  for await (const line of createInterface({ input: stdout })) if (line === 'burnt') return;
  throw new Error('It ended too early.');
}

async function lookAndKill(child: ChildProcess): Promise<void> {
  look();
  await killGroup(child);
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));

// Where the system does not tell, nothing is measured. It takes time to burn time.
const describeMeasured = existsSync('/proc/self/stat') ? describeLong : describe.skip;
describeMeasured('the meter of processor time', () => {
  const scenes: readonly [
    how: string,
    program: (seconds: number) => string,
    end: (child: ChildProcess) => Promise<void>,
  ][] = [
    [
      'ends in peace',
      parent,
      async (child) => {
        child.send('leave');
        await ended(child);
      },
    ],
    ['is killed with its parent', parent, lookAndKill],
    [
      'is killed with its parent by another process, which lives on',
      killer,
      async (child) => {
        look();
        await new Promise((resolve) => {
          child.once('message', resolve).send('kill');
        });
        await lookAndKill(child);
      },
    ],
    ['runs on when the part ends', parent, () => Promise.resolve()],
  ];
  it.each(scenes)('counts once what a child of a child took that %s', async (_how, program, end) => {
    const spentBy = async (seconds: number): Promise<number> => {
      let left: ChildProcess | undefined;
      const { spent } = await metered(async () => {
        const child = start(program(seconds));
        left = child;
        await untilBurnt(child);
        await end(child);
      });
      if (left) await killGroup(left);
      return spent.processor ?? Number.NaN;
    };
    // What the start of up to three programs takes on a machine as busy as now.
    const starts = await spentBy(0);
    const all = await spentBy(burnt);
    expect(all).toBeGreaterThanOrEqual(burnt);
    // Counted twice it would be twice as much.
    expect(all - starts).toBeLessThan(1.75 * burnt);
  });

  it('leaves to each of two parts what its own took', async () => {
    const [busy, idle] = await Promise.all([
      metered(async () => {
        const child = start(parent(burnt));
        await untilBurnt(child);
        await lookAndKill(child);
      }),
      metered(() => ended(start(''))),
    ]);
    expect(busy.spent.processor).toBeGreaterThanOrEqual(burnt);
    expect(idle.spent.processor).toBeLessThan(burnt);
  });
});

/** Process 2 is of this process, 3 is below 2, 4 below 3. */
const seen = new Map<number, ProcessTime>([
  [2, { parent: process.pid, began: 0, own: 1, waited: 10 }],
  [3, { parent: 2, began: 0, own: 2, waited: 0 }],
  [4, { parent: 3, began: 0, own: 4, waited: 0 }],
]);

it.each<[string, readonly [number, Partial<ProcessTime>][], ReturnType<typeof endedOf>]>([
  [
    'nothing',
    [
      [2, {}],
      [3, {}],
      [4, {}],
    ],
    { lost: 0, ours: 0 },
  ],
  [
    'what its parent waited for',
    [
      [2, {}],
      [3, { waited: 4 }],
    ],
    { lost: 0, ours: 0 },
  ],
  ['what was killed with its parent', [[2, { waited: 12 }]], { lost: 4, ours: 0 }],
  ['what nobody waited for', [[2, {}]], { lost: 6, ours: 0 }],
  ['what we could wait for', [], { lost: 0, ours: 17 }],
  [
    'what lost its parent before',
    [
      [2, {}],
      [3, { began: 1 }],
      [4, { parent: 1 }],
    ],
    { lost: 2, ours: 0 },
  ],
])('of the processes that have ended it finds %s', (_what, now, expected) => {
  const time = (id: number): ProcessTime => seen.get(id) ?? { parent: 1, began: 0, own: 0, waited: 0 };
  expect(endedOf(seen, new Map(now.map(([id, changes]) => [id, { ...time(id), ...changes }])))).toEqual(expected);
});
