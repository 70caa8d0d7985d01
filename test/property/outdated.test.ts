import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyDocument } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import type { Finding } from '../../server/src/rules/finding.js';
import { createLinter, type Linter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { createProject, type Project } from '../../server/src/workspace/project.js';
import { createGitFacts } from '../support/gitFixture.js';
import { runs } from '../support/runs.js';

const ids = ['STORY-001', 'STORY-002', 'BUG-003', 'STORY-004'] as const;
const sections = ['📋 Backlog', '🔄 In Progress', '✅ Done', 'Ideas'] as const;
const board = 'docs/product/sprint_board.md';
const archive = 'docs/product/archive/archive_202601.md';

interface Entry {
  readonly id: string;
  readonly section: number;
  readonly title: string;
  readonly marks: readonly string[];
}

const entry: fc.Arbitrary<Entry> = fc.record({
  id: fc.constantFrom(...ids),
  section: fc.nat(sections.length - 1),
  title: fc.constantFrom('Cart', 'Basket'),
  marks: fc.array(fc.constantFrom('x', ' ', '-'), { maxLength: 2 }),
});

const entryText = ({ id, title, marks }: Entry): string =>
  `### [${id}] ${title}\n> Spec: docs/specs/${id}.md\n\n${marks.map((mark, at) => `- [${mark}] Task ${at}\n`).join('')}\n`;
const bulletText = ({ id, title, marks }: Entry): string =>
  `- **${id}**: ${title}\n${marks.map((mark, at) => `  - [${mark}] Task ${at}\n`).join('')}\n`;
const intro = (lines: number): string => 'A remark.\n\n'.repeat(lines);

// The last two are as long as each other, so that entries keep their offsets and not their lines.
const gaps = ['\n', '\n\n', ' \n'];
const boardText = (entries: readonly Entry[], lines: number, gap: number): string =>
  `# Sprint Board\n\n${intro(lines)}${sections
    .map((name, at) =>
      `## ${name}\n${gaps[gap] ?? '\n'}`.concat(...entries.filter(({ section }) => section === at).map(entryText)),
    )
    .join('')}`;
const archiveText = (entries: readonly Entry[], lines: number): string =>
  `# Archive\n\n${intro(lines)}${entries.map((one, at) => (at % 2 === 0 ? entryText(one) : bulletText(one))).join('')}`;

const specText = (id: string, status: string, dependsOn: string, touches = '`src/cart.ts`', above = ''): string =>
  `${above}# ${id}: Cart\n\n| Field | Value |\n|---|---|\n| ID | ${id} |\n| Status | ${status} |\n| Priority | P1 |\n| Release | 1.0.0 |\n\n## Requirements\n\n### R1: Keep (MUST)\n\nThe cart MUST be kept.\n\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${dependsOn} |\n| Touches | ${touches} |\n`;
const caseText = (id: string, cited: string): string =>
  `# Test Cases: ${id}\n\n## TC-1: Reload (${cited})\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n`;

type Step =
  | { readonly kind: 'move'; readonly lines: number; readonly gap: number; readonly inArchive: boolean }
  | { readonly kind: 'board' | 'archive'; readonly entries: readonly Entry[] }
  | { readonly kind: 'tick'; readonly entry: number; readonly mark: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string | undefined };

const id = fc.constantFrom(...ids);
const optional = (text: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> =>
  fc.option(text, { nil: undefined, freq: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move'), lines: fc.nat(3), gap: fc.nat(2), inArchive: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('tick'), entry: fc.nat(4), mark: fc.constantFrom('x', ' ') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('board', 'archive'),
      entries: fc.array(entry, { maxLength: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: id.chain((own) =>
      fc.record({
        kind: fc.constant('file'),
        path: fc.constant(`docs/specs/${own}.md`),
        text: optional(
          fc
            .tuple(
              fc.constantFrom('Draft', 'In Progress', 'Done'),
              fc.constantFrom('None', ...ids),
              fc.constantFrom('`src/cart.ts`', '`src/`', '`src/*.ts`, `lib/a.ts`', '`lib/a.ts`'),
              fc.constantFrom('', '\n'),
            )
            .map((cells) => specText(own, ...cells)),
        ),
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: id.chain((own) =>
      fc.record({
        kind: fc.constant('file'),
        path: fc.constant(`docs/test_cases/${own}_case.md`),
        text: optional(fc.constantFrom('R1', 'R9').map((cited) => caseText(own, cited))),
      }),
    ),
  },
);

/** What the texts of a project are after each step. */
function* follow(steps: readonly Step[]): Generator<ReadonlyMap<string, string>> {
  const files = new Map(ids.map((own) => [`docs/specs/${own}.md`, specText(own, 'Done', 'None')]));
  const entries = { board: [] as readonly Entry[], archive: [] as readonly Entry[] };
  const place = { lines: 0, gap: 0, archiveLines: 0 };
  const begin: Step = {
    kind: 'board',
    entries: ids.map((own, at) => ({ id: own, section: at, title: 'Cart', marks: ['x', ' '] })),
  };
  for (const one of [begin, ...steps]) {
    if (one.kind === 'file') {
      if (one.text === undefined) files.delete(one.path);
      else files.set(one.path, one.text);
    } else if (one.kind === 'move') {
      if (one.inArchive) place.archiveLines = one.lines;
      else Object.assign(place, { lines: one.lines, gap: one.gap });
    } else if (one.kind === 'tick')
      entries.board = entries.board.map((each, at) => (at === one.entry ? { ...each, marks: [one.mark] } : each));
    else entries[one.kind] = one.entries;
    files.set(board, boardText(entries.board, place.lines, place.gap));
    files.set(archive, archiveText(entries.archive, place.archiveLines));
    yield files;
  }
}

async function parse(path: string, text: string, before: AnyDocument | undefined): Promise<AnyDocument> {
  const kind = documentKindOf(path, defaultConfiguration.paths);
  if (!kind) throw new Error(`${path} is no document`);
  return parseDocument(kind, path, text, before);
}

const git = createGitFacts({
  now: '2026-03-01',
  commits: [{ id: 'c1', at: '2026-01-02', subject: 'STORY-001', files: [board, 'src/cart.ts'] }],
});

/** Judges as the editor does: what is not outdated keeps what was said of it. */
function judgeAgain(linter: Linter, project: Project, before: Map<string, readonly Finding[]>): unknown {
  const paths = new Set(project.documents.map(({ path }) => path));
  for (const path of before.keys()) if (!paths.has(path)) before.delete(path);
  for (const document of linter.outdated(project)) before.set(document.path, linter.judge(document, project));
  const ofProject = linter.judgeProject(project);
  linter.settle(project);
  return plain(before, ofProject);
}

function judgeAll(project: Project): unknown {
  const linter = createLinter(allRules, defaultConfiguration);
  const findings = new Map(project.documents.map((document) => [document.path, linter.judge(document, project)]));
  return plain(findings, linter.judgeProject(project));
}

const plain = (findings: ReadonlyMap<string, readonly Finding[]>, ofProject: readonly Finding[]): unknown => [
  [...findings].filter(([, some]) => some.length > 0).sort(([one], [other]) => (one < other ? -1 : 1)),
  ofProject,
];

describe('a linter that judges what is outdated', () => {
  it('says what a new one says of all documents, after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const linter = createLinter(allRules, defaultConfiguration);
        const held = new Map<string, readonly Finding[]>();
        const documents = new Map<string, AnyDocument>();
        let project: Project | undefined;
        for (const files of follow(steps)) {
          for (const path of documents.keys()) if (!files.has(path)) documents.delete(path);
          for (const [path, text] of files)
            if (documents.get(path)?.text !== text) documents.set(path, await parse(path, text, documents.get(path)));
          const inOrder = [...documents.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
          project = createProject(inOrder, project);
          expect(judgeAgain(linter, { ...project, git }, held)).toEqual(judgeAll({ ...createProject(inOrder), git }));
        }
      }),
      { numRuns: runs(150) },
    );
  });
});
