import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../../server/src/code/sourceFile.js';
import type { AnyDocument } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { createTraceGraph } from '../../server/src/trace/createTraceGraph.js';
import type { TraceGraph } from '../../server/src/trace/graph.js';
import { defaultConfiguration } from '../../server/src/workspace/configuration.js';
import type { GitFacts } from '../../server/src/workspace/git/gitFacts.js';
import { createProject, type Project } from '../../server/src/workspace/project.js';
import { codeFactsOf } from '../support/codeFixture.js';
import { createGitFacts } from '../support/gitFixture.js';
import { runs } from '../support/runs.js';
import { sourceFileOf, type StatedTest } from '../support/sourceFileOf.js';
import { plainGraph, plainItem } from '../support/tracePlain.js';

const ids = ['STORY-001', 'STORY-002', 'STORY-010', 'BUG-001', 'STORY-al-001'] as const;
const id = fc.constantFrom(...ids);
const part = fc.constantFrom('R1', 'R2', 'AC1', 'AC2', 'R1-R2', 'AC1, R2', 'TC-1', '');
const file = fc.constantFrom('src/cart.ts', 'src/old.ts', 'src/*.ts');

const spec = fc
  .record({
    id,
    cited: part,
    dependsOn: fc.array(id, { maxLength: 2 }),
    touches: file,
    title: fc.constantFrom('A', 'B'),
  })
  .map(({ id: own, cited, dependsOn, touches, title }) => ({
    path: `docs/specs/${own}.md`,
    text: `# ${own}: ${title}

## Requirements

### R1: Keep (MUST)

### R2: Expire (SHOULD)

## Acceptance Criteria

### AC1: Reload (${cited})

See \`src/view.ts\`.

## Dependency Surface

| Field | Value |
|---|---|
| Depends on | ${dependsOn.join(', ')} |
| Touches | \`${touches}\` |
`,
  }));
const testCase = fc.record({ id, cited: part, feature: fc.boolean() }).map(({ id: own, cited, feature }) =>
  feature
    ? {
        path: `docs/test_cases/${own}.feature`,
        text: `Feature: x\n\n  @TC-1\n  Scenario: y (${cited})\n    Given a\n    When b\n    Then c\n`,
      }
    : { path: `docs/test_cases/${own}_case.md`, text: `# ${own}\n\n## TC-1: one (${cited})\n\n- **Given** x\n` },
);
const board = fc
  .array(fc.tuple(fc.constantFrom('📋 Backlog', '🔄 In Progress', '✅ Done', 'Later'), id))
  .map((entries) => ({
    path: 'docs/product/sprint_board.md',
    text: entries.map(([section, own]) => `## ${section}\n\n### [${own}] Title\n\n- [x] All\n`).join('\n'),
  }));
const archive = fc.array(id, { maxLength: 3 }).map((own) => ({
  path: 'docs/product/archive/archive_202601.md',
  text: own.map((one) => `### [${one}] Title\n\n- [x] All\n`).join('\n'),
}));

type Change =
  | { readonly kind: 'document'; readonly path: string; readonly text: string }
  | { readonly kind: 'removal'; readonly pick: number }
  | { readonly kind: 'source'; readonly file: SourceFile }
  | { readonly kind: 'sourceRemoval'; readonly pick: number }
  | { readonly kind: 'code'; readonly read: boolean }
  | { readonly kind: 'git'; readonly git: GitFacts | undefined };

const testText = fc
  .tuple(id, part, fc.constantFrom('', 'keeps ', 'AC2 '))
  .map(([own, cited, words]) => `${words}${own}/${cited}`);
const identifier = fc.tuple(id, part).map(([own, cited]) => `test_${own}_${cited}`.toLowerCase().replace(/\W+/g, '_'));
const test: fc.Arbitrary<StatedTest> = fc.record({
  name: fc.oneof(testText, identifier, part),
  suites: fc.array(fc.oneof(testText, part), { maxLength: 2 }),
  labels: fc.array(testText, { maxLength: 1 }),
});
const source = fc
  .record({
    name: fc.constantFrom('cart', 'test_story_001', 'story-al-1'),
    labels: fc.array(testText, { maxLength: 1 }),
    tests: fc.array(test, { maxLength: 4 }),
    deferrals: fc.array(fc.constantFrom('SHOULD: R2 later', 'MAY: STORY-001/R1-R2', 'SHOULD: nothing'), {
      maxLength: 1,
    }),
  })
  .map(({ name, ...stated }): Change => ({ kind: 'source', file: sourceFileOf(`src/${name}.ts`, stated) }));

const git = fc
  .array(fc.tuple(id, fc.constantFrom('done', 'started', 'archived', 'ticked'), fc.boolean()), { maxLength: 6 })
  .map((events) =>
    createGitFacts({
      commits: events.map(([own, , named], index) => ({
        id: `c${index}`,
        at: `2026-01-${String(index + 1).padStart(2, '0')}`,
        subject: named ? `Do ${own}` : 'Do',
        files: ['src/cart.ts'],
      })),
      branches: events.slice(0, 2).map(([own], index) => ({ name: `feature/${own}`, tip: `c${index}` })),
      boardEvents: events.map(([own, kind], index) => ({ commit: `c${index}`, item: own, kind })),
    }),
  );

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.oneof(spec, testCase, board, archive).map((document): Change => ({ kind: 'document', ...document })),
  fc.nat(20).map((pick): Change => ({ kind: 'removal', pick })),
  source,
  fc.nat(5).map((pick): Change => ({ kind: 'sourceRemoval', pick })),
  fc.boolean().map((read): Change => ({ kind: 'code', read })),
  fc.option(git, { nil: undefined }).map((facts): Change => ({ kind: 'git', git: facts })),
);

/** A project that changes piece by piece; what does not change stays the same object, as with the index. */
function createWorld(): { apply: (change: Change) => Promise<void>; project: () => Project } {
  const documents = new Map<string, AnyDocument>();
  const sources = new Map<string, SourceFile>();
  let gitFacts: GitFacts | undefined;
  let codeIsRead = true;
  let code: Project['code'];
  const readCode = (): void => {
    const files = [...sources.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const facts = codeFactsOf(files);
    // As long as no file comes or goes, it is the same function.
    const { exists } = code?.paths.join() === facts.paths.join() ? code : facts;
    code = codeIsRead ? { ...facts, exists, sources: files } : undefined;
  };
  readCode();
  return {
    apply: async (one) => {
      if (one.kind === 'document') {
        const kind = documentKindOf(one.path);
        if (kind && documents.get(one.path)?.text !== one.text)
          documents.set(one.path, await parseDocument(kind, one.path, one.text));
      } else if (one.kind === 'removal') documents.delete([...documents.keys()][one.pick] ?? '');
      else if (one.kind === 'git') gitFacts = one.git;
      else {
        if (one.kind === 'source') sources.set(one.file.path, one.file);
        else if (one.kind === 'sourceRemoval') sources.delete([...sources.keys()][one.pick] ?? '');
        else codeIsRead = one.read;
        readCode();
      }
    },
    project: () => ({
      ...createProject([...documents.values()].sort((a, b) => (a.path < b.path ? -1 : 1))),
      ...(code ? { code } : {}),
      ...(gitFacts ? { git: gitFacts } : {}),
    }),
  };
}

const steps = fc.array(fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 6 }), asked: fc.boolean() }), {
  maxLength: 8,
});

describe('the trace graph', () => {
  it('made from the one before equals a fresh one, and keeps every item that says the same', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const world = createWorld();
        let graph: TraceGraph | undefined;
        for (const { changes, asked } of all) {
          for (const one of changes) await world.apply(one);
          const project = world.project();
          const before = graph;
          const plainBefore = new Map(before?.items.map((own) => [own, before.item(own)] as const));
          graph = createTraceGraph(project, defaultConfiguration, before);
          // An item that nobody asked for is made from the one of two graphs before.
          if (!asked) continue;
          expect(plainGraph(graph)).toEqual(plainGraph(createTraceGraph(project, defaultConfiguration)));
          // Rules about tests say something else once the source code is read, of items without tests, too.
          if ((before?.project.code === undefined) !== (project.code === undefined)) continue;
          for (const [own, item] of plainBefore) {
            const now = graph.item(own);
            if (item && now && now !== item && isUntouched(item, now))
              expect(plainItem(now), `${own} is another object`).not.toEqual(plainItem(item));
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('keeps every item but the one whose spec changed', async () => {
    const world = createWorld();
    for (const own of ids)
      await world.apply({ kind: 'document', path: `docs/specs/${own}.md`, text: `# ${own}: One\n\n## Requirements\n` });
    const first = createTraceGraph(world.project(), defaultConfiguration);
    const before = ids.map((own) => first.item(own));
    await world.apply({ kind: 'document', path: 'docs/specs/BUG-001.md', text: '# BUG-001: Two\n' });
    const second = createTraceGraph(world.project(), defaultConfiguration, first);
    expect(ids.filter((own, index) => second.item(own) !== before[index])).toEqual(['BUG-001']);
    expect(second.conventions).toBe(first.conventions);
    expect(second.items).toBe(first.items);
  });
});

type Item = NonNullable<ReturnType<TraceGraph['item']>>;

/** Whether the documents and tests are the very objects; a new one may say the same as the old, and is another object. */
function isUntouched(one: Item, other: Item): boolean {
  const objects = ({ spec: own, testCases, entries, tests, coverage }: Item): unknown[] => [
    own,
    ...testCases,
    ...entries,
    ...tests,
    ...coverage.requirements.flatMap(({ deferrals }) => deferrals.map(({ deferral }) => deferral)),
  ];
  const [some, others] = [objects(one), objects(other)];
  return some.length === others.length && some.every((object, index) => object === others[index]);
}
