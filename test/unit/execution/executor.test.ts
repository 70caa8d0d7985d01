import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toOperationEdit } from '../../../server/src/doors/lsp/operationEdit.js';
import {
  type Applied,
  execute,
  type Execution,
  type Hands,
  NeedsProcess,
  type Target,
} from '../../../server/src/execution/executor/executor.js';
import { diskTarget } from '../../../server/src/execution/executor/diskTarget.js';
import { runSteps, type StepEvent } from '../../../server/src/execution/executor/runSteps.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';
import { createLineIndex } from '../../../server/src/markdown/lineIndex.js';
import { Refused } from '../../../server/src/operations/errorCodes.js';
import { defineOperation } from '../../../server/src/operations/operation.js';
import { allOperations } from '../../../server/src/operations/registry.js';
import { type PlannedStep, type StepDraft, withKeys } from '../../../server/src/operations/step.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import type { Machine } from '../../../server/src/workspace/machine.js';
import type { ProcessEnd } from '../../../server/src/workspace/ports.js';
import { applyChanges } from '../../support/applyChanges.js';
import { createMemoryFiles, type MemoryFiles } from '../../support/memoryFiles.js';
import { projectOf } from '../../support/projectOf.js';
import { testMachine } from '../../support/testMachine.js';

const root = '/p';
const board = 'docs/product/sprint_board.md';
const texts = {
  'docs/specs/STORY-001.md': '# STORY-001: A\n',
  [board]:
    '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] A\n\n- [ ] Do it\n- [ ] Say it\n\n## 🔄 In Progress\n\n## ✅ Done\n',
};

/** A machine whose files are in memory, and whose lock is always free. */
function memoryMachine(files: MemoryFiles, more: Partial<Machine> = {}): Machine {
  const machine = testMachine();
  return {
    ...machine,
    files,
    clock: () => 0,
    withLock: async (_file, use) => ({ kind: 'done', value: await use() }),
    disk: {
      ...machine.disk,
      whyUnlisted: () => Promise.resolve(undefined),
      applyChanges: (_root, changes, textOf) => {
        const before = textsOf(files);
        for (const change of changes)
          if (change.kind === 'edit' && textOf(change.path) !== before.get(change.path))
            return Promise.resolve({ kind: 'changed', message: `${change.path} changed` });
        put(files, applyChanges(before, changes));
        return Promise.resolve({ kind: 'written' });
      },
    },
    ...more,
  };
}

function textsOf({ texts: all }: MemoryFiles): ReadonlyMap<string, string> {
  return new Map([...all].map(([file, text]) => [file.slice(root.length + 1), String(text)]));
}

function put(files: MemoryFiles, after: ReadonlyMap<string, string>): void {
  files.texts.clear();
  for (const [file, text] of after) files.texts.set(`${root}/${file}`, text);
}

function inMemory(): MemoryFiles {
  return createMemoryFiles(Object.fromEntries(Object.entries(texts).map(([file, text]) => [`${root}/${file}`, text])));
}

/** An editor: it applies what the language server would send it. */
function editorTarget(files: MemoryFiles, apply?: () => Applied | undefined): Target {
  return {
    root,
    open: async () => ({
      project: await projectOf({ documents: Object.fromEntries(textsOf(files)) }),
      configuration: defaultConfiguration,
    }),
    apply: (edits, _opened, textOf) => {
      const applied = apply?.();
      if (applied) return Promise.resolve(applied);
      const after = new Map(textsOf(files));
      const { changes } = toOperationEdit(
        edits.map(({ change }) => change),
        { textOf, uriOf: (path) => path },
      );
      for (const change of changes) {
        if (change.kind === 'create') after.set(change.uri, change.text);
        if (change.kind === 'delete') after.delete(change.uri);
        if (change.kind !== 'edit') continue;
        const lines = createLineIndex(after.get(change.uri) ?? '');
        const spans = change.edits.map(({ range, newText }) => ({
          span: { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) },
          newText,
        }));
        after.set(change.uri, applyEdits(after.get(change.uri) ?? '', spans));
      }
      put(files, after);
      return Promise.resolve({ kind: 'written' });
    },
    catchUp: () => Promise.resolve(),
  };
}

const noHands: Hands = {
  ask: () => Promise.reject(new Error('nothing is drawn')),
  askGates: () => Promise.resolve(),
  worktrees: () => Promise.reject(new Error('no worktrees')),
  delivery: () => Promise.reject(new Error('no delivery')),
  setUp: () => Promise.resolve(),
  setUpDesk: () => Promise.reject(new Error('nothing is deployed')),
  changeClone: () => Promise.resolve(),
  carryOut: () => Promise.resolve(),
  takeBackUnfinished: () => Promise.resolve(),
};

function executionOf(
  files: MemoryFiles,
  target: Target,
  more: Pick<Execution, 'operation' | 'input'> & Partial<Execution>,
): Execution {
  return {
    target,
    machine: memoryMachine(files),
    dryRun: false,
    hands: noHands,
    place: () => Promise.resolve({ root, repository: undefined, shared: '/shared' }),
    lock: {},
    ...more,
  };
}

function named(name: string): Execution['operation'] {
  const operation = allOperations.find((one) => one.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}

describe('a plan', () => {
  it.each([
    ['board tick', { item: 'STORY-001', task: '1' }],
    ['board move', { items: ['STORY-001'], section: 'in-progress' }],
    ['new-item', { type: 'story', title: 'B' }],
    ['board add-task', { item: 'STORY-001', text: 'Test it' }],
  ])('%s gives the same texts on disk and in an editor', async (name, input) => {
    const [onDisk, inEditor] = [inMemory(), inMemory()];
    const operation = named(name);
    await execute(executionOf(onDisk, await diskTarget(memoryMachine(onDisk), root, false), { operation, input }));
    await execute(executionOf(inEditor, editorTarget(inEditor), { operation, input, hands: undefined }));
    expect(textsOf(inEditor)).toEqual(textsOf(onDisk));
    expect(textsOf(onDisk)).not.toEqual(new Map(Object.entries(texts)));
  });

  it('is made again where the editor has come to another text, and given up where it goes on so', async () => {
    const operation = named('board tick');
    const input = { item: 'STORY-001', task: '1' };
    const files = inMemory();
    const changed: Applied = { kind: 'changed', files: [board], message: 'it changed' };
    const once = [changed];
    await execute(
      executionOf(
        files,
        editorTarget(files, () => once.pop()),
        { operation, input },
      ),
    );
    expect(textsOf(files).get(board)).toContain('- [x] Do it');
    const again = inMemory();
    const always = execute(
      executionOf(
        again,
        editorTarget(again, () => changed),
        { operation, input },
      ),
    );
    await expect(always).rejects.toMatchObject({ code: 'changed', message: 'it changed' });
    expect(textsOf(again)).toEqual(new Map(Object.entries(texts)));
  });

  it.each<[string, Partial<Parameters<typeof planning>[0]>]>([
    ['steps', { steps: [{ kind: 'git', args: ['gc'], summary: 'clean up' }] }],
    ['gates', { gates: [{ gate: 'done', item: 'STORY-001' }] }],
  ])('with %s does nothing in a process that starts no programs', async (_, made) => {
    const files = inMemory();
    const operation = planning({ ...made, changes: [{ kind: 'create', path: 'a.md', text: '' }] });
    const execution = executionOf(files, editorTarget(files), { operation, input: {}, hands: undefined });
    await expect(execute(execution)).rejects.toBeInstanceOf(NeedsProcess);
    expect(textsOf(files)).toEqual(new Map(Object.entries(texts)));
  });

  it.each([
    [
      'issues are synced',
      { item: 'BUG-001' },
      ['lock issue-sync', 'lock write', 'free write', 'commit', 'free issue-sync'],
    ],
    ['what is there is only recorded', { recordOnly: true }, ['lock write', 'free write', 'commit']],
  ])('keeps others of its kind out until its last step where %s', async (_, input, expected) => {
    const log: string[] = [];
    const files = inMemory();
    const machine = memoryMachine(files, {
      withLock: async (file, use) => {
        const name = path.basename(file, '.lock');
        log.push(`lock ${name}`);
        const value = await use();
        log.push(`free ${name}`);
        return { kind: 'done', value };
      },
    });
    const { isAlone } = named('issue-sync');
    if (!isAlone) throw new Error('it may be carried out twice at once');
    const steps: StepDraft[] = [{ kind: 'commit', message: 'm', paths: [], summary: 'commit it' }];
    const { plan, ...rest } = planning({ steps });
    const operation: Execution['operation'] = {
      ...rest,
      name: 'issue-sync',
      isAlone,
      plan: (workspace) => plan(workspace, {}),
    };
    const hands: Hands = {
      ...noHands,
      carryOut: (all) => {
        log.push(...all.map(({ kind }) => kind));
        return Promise.resolve();
      },
    };
    await execute(executionOf(files, editorTarget(files), { operation, input, hands, machine }));
    expect(log).toEqual(expected);
  });

  it('has its git steps done under the lock, and the others behind it', async () => {
    const log: string[] = [];
    const files = inMemory();
    const machine = memoryMachine(files, {
      withLock: async (_file, use) => {
        const value = await use();
        log.push('unlocked');
        return { kind: 'done', value };
      },
    });
    const operation = planning({
      changes: [{ kind: 'create', path: 'a.md', text: '' }],
      steps: [
        { kind: 'git', args: ['gc'], summary: 'clean up' },
        { kind: 'commit', message: 'm', paths: [], summary: 'commit it' },
      ],
    });
    const hands: Hands = {
      ...noHands,
      setUp: () => Promise.resolve(),
      carryOut: (steps, _place, edited) => {
        log.push(...steps.map(({ kind }) => `${kind} ${edited.join()}`.trim()));
        return Promise.resolve();
      },
    };
    await execute(executionOf(files, editorTarget(files), { operation, input: {}, machine, hands }));
    expect(log).toEqual(['git', 'unlocked', 'commit a.md']);
  });
});

interface Planning {
  readonly changes?: readonly { readonly kind: 'create'; readonly path: string; readonly text: string }[];
  readonly gates?: readonly { readonly gate: 'done'; readonly item: string }[];
  readonly steps?: readonly StepDraft[];
}

function planning(plan: Planning): Execution['operation'] {
  return defineOperation({
    name: 'test',
    group: 'documents',
    summary: 'Tests',
    details: '',
    example: {},
    fields: {},
    reads: [],
    needs: 'documents',
    writes: true,
    plan: () => ({ ...plan, answer: { message: 'done', data: {} } }),
  });
}

describe('steps', () => {
  const push: StepDraft = { kind: 'program', program: '/bin/push', args: ['a'], summary: 'push a' };
  const tag: StepDraft = { kind: 'program', program: '/bin/tag', args: [], summary: 'tag it' };

  async function run(
    steps: readonly PlannedStep[],
    ends: Readonly<Record<string, ProcessEnd>>,
    journal?: Set<string>,
  ): Promise<{ readonly called: readonly string[]; readonly told: readonly StepEvent[]; readonly error: unknown }> {
    const called: string[] = [];
    const told: StepEvent[] = [];
    const machine = testMachine();
    const processes: Machine['processes'] = {
      ...machine.processes,
      run: ({ program }) => {
        called.push(program);
        return Promise.resolve(ends[program] ?? { kind: 'ended', code: 0 });
      },
    };
    const desk = {
      machine: { ...machine, processes },
      hands: noHands,
      warn: () => undefined,
      tell: (event: StepEvent) => told.push(event),
      journal,
      signal: new AbortController().signal,
    };
    const error: unknown = await runSteps(steps, { root, repository: undefined, shared: '/shared' }, [], desk).catch(
      (thrown: unknown) => thrown,
    );
    return { called, told, error };
  }

  it('stop at the first that fails, with what was to be done and why', async () => {
    const { called, told, error } = await run(withKeys([push, tag]), {
      '/bin/push': { kind: 'ended', code: 7 },
    });
    expect(called).toEqual(['/bin/push']);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ code: 'failed', message: 'could not push a: exit code 7' });
    expect(told).toEqual([{ event: 'condition', title: 'push a' }]);
  });

  it('are not done twice by who keeps a journal: a resumed run goes on behind the last', async () => {
    const journal = new Set<string>();
    await run(withKeys([push, tag]), { '/bin/tag': { kind: 'notStarted', message: 'there is none' } }, journal);
    expect(journal.size).toBe(1);
    // Planned anew, and worded in another way.
    const { called, error } = await run(withKeys([{ ...push, summary: 'push it' }, tag]), {}, journal);
    expect(error).toBeUndefined();
    expect(called).toEqual(['/bin/tag']);
  });

  it('have a key each, the same whenever they are planned', () => {
    const keys = (drafts: readonly StepDraft[]): readonly string[] => withKeys(drafts).map(({ key }) => key);
    expect(keys([push, tag])).toEqual(keys([push, { ...tag, summary: 'another word' }]));
    expect(new Set(keys([push, push, tag, { ...push, args: ['b'] }])).size).toBe(4);
  });
});
