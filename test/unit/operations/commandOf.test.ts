import { expect, it } from 'vitest';
import { readCommandLine } from '../../../server/src/doors/cli/commandLine.js';
import { operationAsCommand } from '../../../server/src/doors/cli/operationCommand.js';
import { commandOf } from '../../../server/src/operations/commandOf.js';
import { allOperations } from '../../../server/src/operations/registry.js';

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['branch', { item: 'STORY-001' }],
  ['new-board', {}],
  ['set-status', { item: 'STORY-001', status: 'done' }],
  ['board archive', { allDone: true }],
  ['board move', { items: ['STORY-001', 'BUG-002'], section: 'done' }],
  ['new-item', { type: 'story', title: 'A', task: ['--x', 'y'] }],
  ['lesson-append', { lesson: '- read a.ts first', item: 'STORY-001' }],
  ['worktree remove', { worktree: '/w/STORY-001', apply: true, deleteBranch: true }],
  ['done', { item: 'STORY-001', lesson: '--force' }],
])('%s %j is called so that the command line reads the same input', (name, input) => {
  const operation = allOperations.find((one) => one.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  const words = name.split(' ').length;
  const command = commandOf(operation, input);
  expect(command.slice(0, words).join(' ')).toBe(name);
  expect(readCommandLine(operationAsCommand(operation), command.slice(words))).toEqual(input);
});
