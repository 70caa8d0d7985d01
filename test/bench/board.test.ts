import { afterAll, describe, expect, it } from 'vitest';
import { openFor } from '../../server/src/project/openProject.js';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { tick } from '../../server/src/operations/board/tick.js';
import { move } from '../../server/src/operations/board/move.js';
import type { Operation } from '../../server/src/operations/operation.js';
import {
  applyEditRequest,
  type OperationEdit,
  type OperationOutcome,
  operationRequest,
} from '../../server/src/protocol.js';
import { startLspWorkspace } from '../lsp/lspClient.js';
import { createMemoryFiles } from '../support/memoryFiles.js';
import { calibrate, percentile, report } from './measure.js';
import { testMachine } from '../support/testMachine.js';

/** Milliseconds on a machine with nothing else to do; printed beside what is measured, and not asserted. */
const aim = 20;
const boardPath = 'docs/product/sprint_board.md';
const entries = Array.from({ length: 2_000 }, (_, index) => {
  const id = `STORY-${String(index + 1).padStart(4, '0')}`;
  return `### [${id}] Title of ${id}\n> Spec: docs/specs/${id}.md\n\n- [x] Data model\n- [ ] Pages\n- [ ] Tests\n`;
});
const text = `# Sprint Board\n\n${[
  `## 📋 Backlog\n\n${entries.slice(0, 900).join('\n')}`,
  `## 🔄 In Progress\n\n${entries.slice(900, 1_000).join('\n')}`,
  `## ✅ Done\n\n${entries.slice(1_000).join('\n')}`,
].join('\n')}`;

const runs = 30;
const figures = (times: readonly number[]): Record<string, number> => {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    'p50 ms': percentile(sorted, 0.5),
    'p95 ms': percentile(sorted, 0.95),
    'aim ms': aim,
    'calibration ms': calibrate(),
  };
};

describe('a board of 2,000 entries', () => {
  it.each<[string, Operation, Readonly<Record<string, unknown>>, number]>([
    ['tick', tick, { item: 'STORY-1500', task: 'Tests' }, 1],
    ['move', move, { items: ['STORY-1500'], section: 'backlog', before: 'STORY-0002' }, 2],
  ])('on the command line: %s reads the board once', async (name, operation, input, edits) => {
    const files = createMemoryFiles({
      [`/p/${boardPath}`]: text,
      '/p/docs/specs/STORY-0001.md': '# STORY-0001: One\n',
    });
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      files.reads.length = 0;
      const began = performance.now();
      const { project, configuration } = await openFor(
        operation,
        { root: '/p', others: [] },
        { ...testMachine(), files },
      );
      const plan = await operation.plan(
        {
          project,
          configuration,
          now: 0,
          readFile: () => Promise.resolve(undefined),
          itemsElsewhere: () => Promise.resolve([]),
          ask: () => Promise.reject(new Error('there is no source code')),
          setUp: () => Promise.reject(new Error('nothing is deployed')),
          worktrees: () => Promise.reject(new Error('there is no repository')),
          delivery: () => Promise.reject(new Error('there is no repository')),
        },
        input,
      );
      times.push(performance.now() - began);
      expect(files.reads.filter((file) => file.endsWith(boardPath))).toHaveLength(1);
      expect(plan.changes.flatMap((change) => (change.kind === 'edit' ? change.edits : []))).toHaveLength(edits);
    }
    report(`${name} on a board of 2,000 entries, read again`, figures(times));
  });

  it('in the editor: a tick changes one character, and reads nothing', async () => {
    const reads: string[] = [];
    const workspace = await startLspWorkspace(
      { [boardPath]: text, 'docs/specs/STORY-0001.md': '# STORY-0001: One\n' },
      {
        initialize: { initializationOptions: { trusted: true } },
        ports: {
          ...fileSystem,
          read: (file, options) => {
            reads.push(file);
            return fileSystem.read(file, options);
          },
        },
      },
    );
    afterAll(workspace.stop);
    const { connection, open, change, settled, uri } = workspace;
    await open(boardPath, text);
    await settled();
    let planned = 0;
    let shown = text;
    connection.onRequest(applyEditRequest, ({ changes }: OperationEdit) => {
      planned = performance.now();
      const [first] = changes;
      expect(changes).toHaveLength(1);
      expect(first?.kind === 'edit' ? first.edits.map(({ newText }) => newText.length) : []).toEqual([1]);
      const edit = first?.kind === 'edit' ? first.edits[0] : undefined;
      const lines = shown.split('\n');
      const { line, character } = edit?.range.start ?? { line: 0, character: 0 };
      const before = lines[line] ?? '';
      lines[line] = before.slice(0, character) + (edit?.newText ?? '') + before.slice(character + 1);
      shown = lines.join('\n');
      return { kind: 'applied' };
    });
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      reads.length = 0;
      const name = run % 2 === 0 ? 'board tick' : 'board untick';
      const began = performance.now();
      const outcome = await connection.sendRequest<OperationOutcome>(operationRequest, {
        root: uri(''),
        name,
        input: { item: 'STORY-1500', task: 'Tests' },
      });
      expect(outcome).toMatchObject({ kind: 'done' });
      times.push(planned - began);
      expect(reads).toEqual([]);
      await change(boardPath, shown, run + 2);
      await settled();
    }
    expect(shown).toBe(text);
    report('tick on a board of 2,000 entries, from the request to the edit', figures(times));
  });
});
