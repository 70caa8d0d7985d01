import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyDocument } from '../../server/src/documents/document.js';
import { createProjectIndex, type ProjectIndex } from '../../server/src/workspace/index.js';
import { createMemoryFiles, type MemoryFiles } from '../support/memoryFiles.js';
import { runs } from '../support/runs.js';

const places = [
  'docs/specs/STORY-001.md',
  'docs/specs/STORY-002.md',
  'docs/specs/notes.md',
  'docs/test_cases/STORY-001_case.md',
  'docs/product/sprint_board.md',
  'requirements/STORY-003.md',
  '.claude/pactkit.yaml',
];
const config = '.pactwright/config.yaml';

const text = fc.constantFrom(
  '',
  '# STORY-001: One\n\n## Requirements\n\n### R1: a (MUST)\n',
  '# STORY-002: Two\r\n\r\n| Field | Value |\r\n|---|---|\r\n| ID | STORY-002 |\r\n',
  '## 📋 Backlog\n\n### [STORY-001] One\n\n- [ ] task\n',
  'stack: node\n',
);
const configText = fc.constantFrom(
  '',
  'rules:\n  E005: off\n',
  'paths:\n  specs: requirements\n',
  'ignore: ["STORY-002*"]\n',
  'rules: [unclosed\n',
);

type Step =
  | { kind: 'write' | 'overlay'; path: string; text: string }
  | { kind: 'delete' | 'close' | 'breakBytes'; path: string }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'reload' };

const place = fc.constantFrom(...places);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'overlay'), path: place, text }),
  fc.record({ kind: fc.constantFrom('write', 'overlay'), path: fc.constant(config), text: configText }),
  fc.record({ kind: fc.constantFrom('delete', 'close', 'breakBytes'), path: place }),
  fc.record({ kind: fc.constantFrom('delete', 'close'), path: fc.constant(config) }),
  fc.record({ kind: fc.constant('rename'), path: place, to: place }),
  fc.record({ kind: fc.constant('reload') }),
);

/** Does one step to the disk and tells the index what an editor or a file watcher would tell it. */
async function take(one: Step, files: MemoryFiles, overlays: Map<string, string>, index: ProjectIndex): Promise<void> {
  switch (one.kind) {
    case 'write':
      files.texts.set(`/p/${one.path}`, one.text);
      await index.update(one.path);
      return;
    case 'breakBytes':
      files.texts.set(`/p/${one.path}`, Uint8Array.of(0xe9));
      await index.update(one.path);
      return;
    case 'delete':
      files.texts.delete(`/p/${one.path}`);
      await index.update(one.path);
      return;
    case 'rename': {
      const moved = files.texts.get(`/p/${one.path}`);
      if (moved === undefined || one.path === one.to) return;
      files.texts.delete(`/p/${one.path}`);
      files.texts.set(`/p/${one.to}`, moved);
      await Promise.all([index.update(one.path), index.update(one.to)]);
      return;
    }
    case 'overlay':
      overlays.set(one.path, one.text);
      await index.setOverlay(one.path, one.text);
      return;
    case 'close':
      overlays.delete(one.path);
      await index.clearOverlay(one.path);
      return;
    case 'reload':
      await index.load();
  }
}

const comparable = ({ path, kind, text: own, model, problems }: AnyDocument): unknown => ({
  path,
  kind,
  text: own,
  model,
  problems,
});

describe('an index that is kept up to date', () => {
  it('holds what a fresh one holds, after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const files = createMemoryFiles({ '/p/docs/specs/STORY-001.md': '# STORY-001: One\n' });
        const overlays = new Map<string, string>();
        const index = createProjectIndex({ root: '/p', files });
        await index.load();
        for (const one of steps) await take(one, files, overlays, index);

        const fresh = createProjectIndex({ root: '/p', files });
        // The last good configuration is history that a fresh index does not have: both then see a file that parses.
        if (index.configuration().problem !== undefined) {
          files.texts.set(`/p/${config}`, '');
          await index.clearOverlay(config);
          overlays.delete(config);
        }
        for (const [path, own] of overlays) await fresh.setOverlay(path, own);
        await fresh.load();
        expect(index.project().documents.map(comparable)).toEqual(fresh.project().documents.map(comparable));
        expect(index.configuration()).toEqual(fresh.configuration());
      }),
      { numRuns: runs(150) },
    );
  });

  it('holds what a fresh one holds when changes come faster than they are read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(fc.nat(6)), async (steps, delays) => {
        // Reads overtake each other.
        const files = createMemoryFiles(
          { '/p/docs/specs/STORY-001.md': '# STORY-001: One\n', [`/p/${config}`]: '' },
          (read) => delays[read % Math.max(1, delays.length)] ?? 0,
        );
        const overlays = new Map<string, string>();
        const index = createProjectIndex({ root: '/p', files });
        const quiet = steps.filter((one) => one.kind === 'reload' || one.path !== config);
        const underWay: Promise<unknown>[] = [index.load()];
        for (const one of quiet) {
          underWay.push(take(one, files, overlays, index));
          await new Promise((resolve) => setImmediate(resolve));
        }
        await Promise.all(underWay);

        const fresh = createProjectIndex({ root: '/p', files });
        for (const [path, own] of overlays) await fresh.setOverlay(path, own);
        await fresh.load();
        expect(index.project().documents.map(comparable)).toEqual(fresh.project().documents.map(comparable));
      }),
      { numRuns: runs(150) },
    );
  });

  it('parses only what changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ path: place, text }), { maxLength: 10 }), async (writes) => {
        const files = createMemoryFiles(Object.fromEntries(places.map((path) => [`/p/${path}`, 'x'])));
        const index = createProjectIndex({ root: '/p', files });
        await index.load();
        for (const { path, text: own } of writes) {
          const before = new Map(index.project().documents.map((document) => [document.path, document]));
          const same = files.texts.get(`/p/${path}`) === own;
          files.texts.set(`/p/${path}`, own);
          files.reads.length = 0;
          await index.update(path);
          expect(files.reads.length).toBeLessThanOrEqual(1);
          for (const document of index.project().documents)
            if (document.path !== path || same) expect(document).toBe(before.get(document.path));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
