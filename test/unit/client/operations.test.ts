import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOperations, processArguments } from '../../../client/src/editor/operations.js';
import type { ServerLink } from '../../../client/src/editor/serverLink.js';
import { readOperationOptions } from '../../../server/src/doors/cli/operationOptions.js';
import { allOperations } from '../../../server/src/operations/registry.js';
import * as vscode from './vscode.js';

vi.mock('vscode', () => import('./vscode.js'));

const item = 'STORY-001';

describe('operations by a process of their own', () => {
  it.each([
    ['branch', { item }],
    ['new-board', {}],
    ['set-status', { item, status: 'done' }],
    ['worktree create', { item }],
    ['worktree list', { quick: true }],
    ['worktree prune', { apply: true }],
    ['worktree remove', { worktree: '/w/STORY-001', apply: true, deleteBranch: true }],
  ])('%s is called so that the command line reads the same input', (name, input) => {
    const operation = allOperations.find((one) => one.name === name);
    const args = processArguments(name, input);
    expect(args?.slice(0, name.split(' ').length).join(' ')).toBe(name);
    const read = operation && readOperationOptions(operation, args?.slice(name.split(' ').length) ?? []);
    expect(read).toMatchObject({ input });
  });

  it('leave out what is not wanted', () => {
    expect(processArguments('worktree remove', { worktree: '/w', apply: true, deleteBranch: false })).toEqual([
      'worktree',
      'remove',
      '/w',
      '--apply',
    ]);
  });

  it.each([
    ['board move', { items: [item], section: 'Done' }],
    ['set-status', { item, status: 'draft' }],
    ['new-test-case', { item }],
  ])('are not those that the server carries out: %s', (name, input) => {
    expect(processArguments(name, input)).toBeUndefined();
  });
});

describe('a refusal', () => {
  const shown: string[] = [];
  beforeEach(() => {
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => {
        shown.push(message);
        return Promise.resolve(undefined);
      },
    });
  });
  afterEach(() => shown.splice(0));

  it.each([
    [{ kind: 'refused', code: 'locked', message: 'another one writes', candidates: [] }, 'another one writes'],
    [undefined, 'the Pactwright server does not answer; its log says why'],
  ] as const)('is shown by run, and only answered by ask', async (answer, reason) => {
    const request = (() => Promise.resolve(answer)) as unknown as ServerLink['request']; // of one request
    const operations = createOperations({ request }, '/cli.js');
    expect(await operations.ask('file:///p', 'board tick', { item })).toMatchObject({
      kind: 'refused',
      message: reason,
    });
    expect(shown).toEqual([]);
    expect(await operations.run('file:///p', 'board tick', { item })).toMatchObject({
      kind: 'refused',
      message: reason,
    });
    expect(shown).toEqual([`Not done: ${reason}.`]);
  });
});
