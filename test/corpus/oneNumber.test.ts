import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { countBoards } from '../../client/src/board/boardStatusBar.js';
import { everything } from '../../client/src/board/boardOrder.js';
import { boardRowsBelow, topBoardRows } from '../../client/src/board/boardRows.js';
import { toBoardTreeItem } from '../../client/src/board/boardTreeItem.js';
import { findingWords } from '../../client/src/board/boardWords.js';
import { countFindings, countItems, countTasks } from '../../client/src/editor/entryCounts.js';
import { toKanbanBoard } from '../../client/src/kanban/kanbanBoard.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import type { ParsedDocument } from '../../server/src/documents/document.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { toBoardView } from '../../server/src/doors/lsp/boardView.js';
import { toTraceItemView } from '../../server/src/doors/lsp/traceView.js';
import { trace as traceCondition } from '../../server/src/gates/conditions/trace.js';
import type { GateContext } from '../../server/src/gates/condition.js';
import { codeLenses } from '../../server/src/languageFeatures/codeLenses.js';
import type { FeatureContext } from '../../server/src/languageFeatures/featureContext.js';
import { isDrift } from '../../server/src/languageFeatures/itemStanding.js';
import { storyCard } from '../../server/src/languageFeatures/storyCard.js';
import { contextFacts } from '../../server/src/operations/support/contextFacts.js';
import { createLinter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { createTraceGraph } from '../../server/src/trace/createTraceGraph.js';
import type { ItemTrace } from '../../server/src/trace/graph.js';
import { itemReport } from '../../server/src/trace/itemReport.js';
import { createMatrix } from '../../server/src/trace/matrix.js';
import { defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { createProject } from '../../server/src/workspace/project.js';
import { codeFactsOf } from '../support/codeFixture.js';
import { describeWithShared, filesBelow } from '../support/shared.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

type Context = Omit<FeatureContext, 'document'> & { readonly board: ParsedDocument<'board'> };

/** A project in a folder, with its source code and without git. */
async function open(folder: string): Promise<Context> {
  const configuration = defaultConfiguration;
  const files = filesBelow(folder, '')
    .map((file) => ({ file, path: path.relative(folder, file).split(path.sep).join('/') }))
    .filter((one) => !/^\.git\/|node_modules\//u.test(one.path))
    .map((one) => ({ path: one.path, text: readFileSync(one.file, 'utf8') }));
  const documents = await Promise.all(
    files.flatMap((file) => {
      const kind = documentKindOf(file.path, configuration.paths);
      return kind === undefined ? [] : [parseDocument(kind, file.path, file.text)];
    }),
  );
  const project = { ...createProject(documents), code: codeFactsOf(files) };
  const findings = createLinter(allRules, configuration).lint(project);
  const board = documents.find((one) => one.kind === 'board');
  if (!board) throw new Error('no board');
  return {
    project,
    trace: createTraceGraph(project, configuration),
    configuration,
    findingsOf: (file) => findings.get(file) ?? [],
    board,
  };
}

/** The numbers of one item as each place says them: a list of each has to be of one value. */
async function saidOf(context: Context, item: ItemTrace): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { project, trace, configuration, board } = context;
  const shown = toTraceItemView({ project, trace, uriOf: (file) => file }, item);
  const report = itemReport(trace, item.id);
  const card = storyCard(context, item);
  const view = viewOf(context).sections.flatMap(({ entries }) => entries.filter(({ id }) => id === item.id));
  const lenses = item.spec ? codeLenses({ ...context, document: item.spec }).map(({ title }) => title) : [];
  const onBoard = codeLenses({ ...context, document: board });
  // As much as the condition uses.
  const asked = { item, project, configuration, now: '' } as unknown as GateContext;
  const outcome = item.spec ? await traceCondition.check(asked) : undefined;
  const facts = view.map((entry) => entry.facts);
  const listed = /^Findings: (.*)$/mu.exec(card)?.[1]?.replace(/,? ?\d+ hints?$/u, '') ?? '';
  const tested = / (\d+\/\d+) AC tested/u;
  return {
    gaps: [
      shown.gaps,
      report?.gaps.length,
      createMatrix(trace, { item: item.id })[0]?.gaps ?? 0,
      outcome ? (outcome.problems ?? []).length : shown.gaps,
    ],
    criteria: [
      shown.criteria === 0 ? undefined : `${shown.covered}/${shown.criteria}`,
      tested.exec(card)?.[1],
      ...(item.spec ? [tested.exec(lenses[0] ?? '')?.[1]] : []),
      ...facts.map((fact) => (fact && fact.criteria > 0 ? `${fact.covered}/${fact.criteria}` : undefined)),
    ],
    findings: [listed, ...facts.map((fact) => (fact && countFindings(fact) > 0 ? findingWords(fact) : ''))],
    tasks: [
      (/(\d+\/\d+) tasks/u.exec(card)?.[1] ?? '0/0').replace(/^0\/0$/u, ''),
      ...(view.length === 0
        ? []
        : [
            view
              .map(({ tasks }) => countTasks(tasks))
              .reduce((sum, { done, of }) => ({ done: sum.done + done, of: sum.of + of })),
          ].map(({ done, of }) => (of === 0 ? '' : `${done}/${of}`))),
    ],
    drifts: [
      ...facts.map((fact) => fact?.drifts),
      ...(item.entries.length === 0 ? [] : onBoardDrifts(onBoard, item, board)),
    ],
  };
}

/** What the lenses above the entries of an item say is out of sync. */
function onBoardDrifts(
  lenses: ReturnType<typeof codeLenses>,
  { entries }: ItemTrace,
  board: ParsedDocument<'board'>,
): readonly number[] {
  return entries
    .filter(({ document }) => document === board)
    .map(({ entry }) => {
      const own = lenses.filter(({ span }) => entry.span.start <= span.start && span.end <= entry.span.end);
      const said = own.map(({ title }) => /^(\d+) out of sync$/u.exec(title)?.[1]).find((one) => one !== undefined);
      return Number(said ?? 0);
    });
}

function viewOf({ project, trace, findingsOf, board }: Context): ReturnType<typeof toBoardView> {
  const files = (): readonly string[] => project.documents.map((document) => document.path);
  return toBoardView({
    ...{ project, trace, findingsOf, board, files },
    rootUri: 'file:///project',
    name: 'project',
    uriOf: (file) => file,
  });
}

/** Checks that all places say the same of every item, and of the board. */
async function check(context: Context): Promise<number> {
  let gaps = 0;
  for (const id of context.trace.items) {
    const item = context.trace.item(id);
    if (!item) throw new Error(id);
    const said = await saidOf(context, item);
    for (const [what, values] of Object.entries(said))
      expect(new Set(values).size, `${what} of ${id}: ${values.map(String).join(' | ')}`).toBeLessThanOrEqual(1);
    gaps += Number(said['gaps']?.[0]);
  }
  const view = viewOf(context);
  const rows = topBoardRows([view], everything);
  const tree = rows.map((row) => toBoardTreeItem(row, { canWrite: true, isOpen: () => undefined }).description);
  const columns = toKanbanBoard(view).columns.map(({ cards }) => countItems(cards));
  expect(tree.map((text) => Number.parseInt(String(text), 10))).toEqual(columns);
  const inProgress = view.sections.flatMap(({ kind }, index) => (kind === 'inProgress' ? (columns[index] ?? 0) : []));
  const counts = countBoards([view]);
  expect(counts.inProgress).toBe(inProgress.reduce((sum, one) => sum + one, 0));
  const stages = context.trace.items.filter((id) => context.trace.item(id)?.stage === 'inProgress');
  expect(counts.inProgress).toBe(stages.length);
  // What `status` and the session context say.
  expect(contextFacts(context.project, 0).counts?.inProgress).toBe(counts.inProgress);
  const findings = context.project.documents.flatMap((document) => context.findingsOf(document.path));
  expect(counts.drifts).toBe(findings.filter(isDrift).length);
  expect(rows.flatMap((row) => boardRowsBelow(row, everything))).toHaveLength(
    view.sections.reduce((sum, { entries }) => sum + entries.length, 0),
  );
  return gaps;
}

describe('one number for one thing', () => {
  it('in the demo project, where an item is on the board twice', async () => {
    const folder = temporaryFolder();
    await makeDemo(path.join(folder, 'shop'));
    expect(await check(await open(path.join(folder, 'shop')))).toBeGreaterThan(0);
  });
});

describeWithShared('one number for one thing in a real project', ['corpus', 'pactkit'], (folder) => {
  it('of every item, and of the board', async () => {
    expect(await check(await open(folder))).toBeGreaterThan(0);
  });
});
