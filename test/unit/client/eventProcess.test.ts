import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runGateProcess } from '../../../client/src/gates/gateProcess.js';
import { runTestProcess } from '../../../client/src/testExplorer/testExplorerProcess.js';
import type { GateEvent, TestEvent } from '../../../server/src/protocol.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const { signal } = new AbortController();

/** A program that writes these lines, then ends with an error. */
function saying(...lines: readonly unknown[]): { readonly program: string; readonly folder: string } {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const folder = temporaryFolder({
    'say.cjs': `process.stdout.write(${JSON.stringify(text)}); process.stderr.write('broken'); process.exitCode = 1;`,
  });
  return { program: path.join(folder, 'say.cjs'), folder };
}

describe('a process that writes events', () => {
  it('leaves out what is no event of a test run', async () => {
    const events: TestEvent[] = [];
    const result = { event: 'result', test: 'a', status: 'passed', durationMs: 1.5 };
    const done = { event: 'done', counts: { passed: 1, failed: 0, skipped: 0, errored: 0 } };
    const { program, folder } = saying('no JSON', { ...result, status: 'odd' }, { ...result, line: -1 }, result, done);
    const onEvent = (event: TestEvent): unknown => events.push(event);
    expect(await runTestProcess({ program, root: folder, tests: [], command: [], onEvent, signal })).toBeUndefined();
    expect(events).toEqual([result, done]);
  });

  it('is incomplete where the verdict is not readable', async () => {
    const events: GateEvent[] = [];
    const progress = { event: 'progress', text: 'runs tests' };
    const { program, folder } = saying(progress, { event: 'verdict', verdict: { item: 'STORY-001' } });
    const onEvent = (event: GateEvent): unknown => events.push(event);
    const subject = { root: 'file:///r', gate: 'done', item: 'STORY-001' } as const;
    expect(await runGateProcess({ program, folder, subject, how: 'fresh', onEvent, signal })).toBe('broken');
    expect(events).toEqual([progress]);
  });

  it('tells the whole verdict', async () => {
    const events: GateEvent[] = [];
    const condition = { name: 'tasks', title: 'Every task is ticked', state: 'pass', required: true };
    const verdict = { gate: 'done', item: 'STORY-001', answer: 'allowed', conditions: [condition], at: 1 };
    const last = { event: 'verdict', verdict, report: '', repository: '/r', head: { number: 0, hashes: [] } };
    const { program, folder } = saying(last);
    const onEvent = (event: GateEvent): unknown => events.push(event);
    const subject = { root: 'file:///r', gate: 'done', item: 'STORY-001' } as const;
    expect(await runGateProcess({ program, folder, subject, how: 'fresh', onEvent, signal })).toBeUndefined();
    expect(events).toEqual([last]);
  });
});
