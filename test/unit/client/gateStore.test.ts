import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { GateSubject } from '../../../client/src/gates/gateAnswer.js';
import { createGateStore, type GateStore } from '../../../client/src/gates/gateStore.js';
import { verdictEvent, verdictOf } from '../../support/gateVerdict.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import * as vscode from './vscode.js';

/** A process takes its time to start where the machine is busy; in milliseconds. */
const longestWait = 20_000;

/**
 * Stands in for the command line: notes how it is called, waits where the folder says so, and allows everything but what breaks.
 */
const program = `
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync('calls', args.filter((arg) => arg !== process.cwd()).join(' ') + '\\n');
const [, , item] = args;
if (item === 'STORY-404') {
  console.error('there is no STORY-404\\nmore of it');
  process.exit(2);
}
console.log('${JSON.stringify({ event: 'condition', name: 'tasks', title: 'Every task is ticked' })}');
const finish = () => console.log(${JSON.stringify(JSON.stringify(verdictEvent(verdictOf('allowed', []))))});
if (args.includes('--recorded') || !fs.existsSync('wait')) finish();
else {
  const timer = setInterval(() => {
    if (fs.existsSync('wait')) return;
    clearInterval(timer);
    finish();
  }, 20);
}
`;

const done = (item: string): GateSubject => ({ root: 'file:///p', item, gate: 'done' });

describe('the gates of a window', () => {
  let folder = '';
  let errors: string[] = [];
  let gates: GateStore;
  const calls = (): readonly string[] => {
    const file = path.join(folder, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  beforeEach(() => {
    folder = temporaryFolder({ 'cli.js': program });
    errors = [];
    Object.assign(vscode.workspace, { isTrusted: true });
    Object.assign(vscode.Uri, { parse: () => ({ fsPath: folder }) });
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => {
        errors.push(message);
        return Promise.resolve(undefined);
      },
    });
    const context = { subscriptions: [], asAbsolutePath: () => path.join(folder, 'cli.js') };
    // As much of both as the store needs.
    gates = createGateStore(
      context as unknown as ExtensionContext,
      { error: () => undefined } as unknown as LogOutputChannel,
    );
  });

  it.each([
    ['recorded', ' --recorded'],
    ['reuse', ''],
    ['fresh', ' --fresh'],
  ] as const)('are asked by the command line: %s', async (how, option) => {
    const answer = await gates.ask(done('STORY-001'), how);
    expect(answer).toMatchObject({ verdict: { answer: 'allowed' }, report: '# Report\n', repository: '/p/.git' });
    expect(calls()).toEqual([`gate done STORY-001 --root --format events${option}`]);
    expect(gates.answer(done('STORY-001'))).toEqual(answer);
  });

  it('are not asked without trust', async () => {
    Object.assign(vscode.workspace, { isTrusted: false });
    expect(await gates.ask(done('STORY-001'), 'reuse')).toBeUndefined();
    expect(calls()).toEqual([]);
  });

  it('are not asked twice at once, and the record is not read for what is being found out', async () => {
    const answers = await Promise.all(
      (['reuse', 'reuse', 'recorded'] as const).map((how) => gates.ask(done('STORY-001'), how)),
    );
    expect(calls()).toHaveLength(1);
    expect(new Set(answers).size).toBe(1);
  });

  it('wait for each other, and the record does not', async () => {
    writeFileSync(path.join(folder, 'wait'), '');
    const first = gates.ask(done('STORY-001'), 'reuse');
    const second = gates.ask(done('STORY-002'), 'reuse');
    await vi.waitFor(() => {
      expect(gates.answer(done('STORY-001'))?.running?.looking).toBe('Every task is ticked');
    }, longestWait);
    await gates.ask(done('STORY-003'), 'recorded');
    expect(gates.answer(done('STORY-002'))?.running?.waits).toBe(true);
    expect(calls().map((call) => call.split(' ')[2])).toEqual(['STORY-001', 'STORY-003']);
    gates.cancel('file:///p', 'STORY-001');
    expect(await first).toEqual({});
    gates.cancel('file:///p', 'STORY-002');
    expect(await second).toEqual({});
    expect(errors).toEqual([]);
  });

  it('need not begin to be cancelled', async () => {
    writeFileSync(path.join(folder, 'wait'), '');
    const first = gates.ask(done('STORY-001'), 'reuse');
    const second = gates.ask(done('STORY-002'), 'reuse');
    gates.cancel('file:///p', 'STORY-002');
    expect(gates.answer(done('STORY-002'))).toEqual({});
    gates.cancel('file:///p', 'STORY-001');
    await Promise.all([first, second]);
    expect(calls().some((call) => call.includes('STORY-002'))).toBe(false);
  });

  it('are asked freshly even while they are asked', async () => {
    writeFileSync(path.join(folder, 'wait'), '');
    const before = gates.ask(done('STORY-001'), 'recorded');
    const first = gates.ask(done('STORY-001'), 'reuse');
    const fresh = gates.ask(done('STORY-001'), 'fresh');
    await Promise.all([before, first]);
    gates.cancel('file:///p', 'STORY-001');
    await fresh;
    expect(calls().every((call) => !call.endsWith('events'))).toBe(true);
  });

  it('say why they could not be asked, in a message only where a person has asked', async () => {
    const read = await gates.ask(done('STORY-404'), 'recorded');
    expect(read).toEqual({ failure: 'there is no STORY-404\nmore of it' });
    expect(errors).toEqual([]);
    await gates.ask(done('STORY-404'), 'reuse');
    expect(errors).toEqual(['The gate done could not be run for STORY-404: there is no STORY-404']);
  });

  it('know which gate a person chose', async () => {
    await gates.ask({ ...done('STORY-001'), gate: 'release' }, 'recorded');
    expect(gates.chosenGate('file:///p', 'STORY-001')).toBeUndefined();
    await gates.ask({ ...done('STORY-001'), gate: 'check' }, 'reuse');
    expect(gates.chosenGate('file:///p', 'STORY-001')).toBe('check');
  });
});
