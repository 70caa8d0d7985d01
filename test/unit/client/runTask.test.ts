import { expect, it, vi } from 'vitest';
import { Task, type TaskExecution, TaskScope } from 'vscode';
import { runTask } from '../../../client/src/health/runTask.js';

const editor = vi.hoisted(() => ({
  heard: new Set<(event: { readonly execution: TaskExecution }) => void>(),
  start: (): Promise<TaskExecution> => Promise.reject(new Error('no task')),
}));
vi.mock('vscode', () => ({
  Task: class {
    readonly kind = 'task';
  },
  TaskScope: { Workspace: 2 },
  tasks: {
    executeTask: () => editor.start(),
    onDidEndTaskProcess: (hear: (event: { readonly execution: TaskExecution }) => void) => {
      editor.heard.add(hear);
      return { dispose: () => editor.heard.delete(hear) };
    },
  },
}));

const task = new Task({ type: 'process' }, TaskScope.Workspace, 'Fix', 'Pactwright');
const started = (): TaskExecution => ({ task, terminate: () => undefined });
const end = (execution: TaskExecution): void => {
  for (const hear of editor.heard) hear({ execution });
};

it('hears of a process that ends before it is said to have started', async () => {
  const execution = started();
  editor.start = () => {
    end(execution);
    return Promise.resolve(execution);
  };
  await runTask(task);
  expect(editor.heard.size).toBe(0);
});

it('waits for its own process', async () => {
  const execution = started();
  editor.start = () => Promise.resolve(execution);
  const over = vi.fn();
  const running = runTask(task).then(over);
  await Promise.resolve();
  await Promise.resolve();
  end(started());
  await Promise.resolve();
  expect(over).not.toHaveBeenCalled();
  end(execution);
  await running;
  expect(over).toHaveBeenCalledOnce();
});

it('listens no more where the task cannot be started', async () => {
  editor.start = () => Promise.reject(new Error('no shell'));
  await expect(runTask(task)).rejects.toThrow('no shell');
  expect(editor.heard.size).toBe(0);
});
