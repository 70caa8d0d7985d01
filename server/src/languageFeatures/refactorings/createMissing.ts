import { appendEntry } from '../../documents/board/boardEdits.js';
import { entryFor } from '../../documents/board/newEntry.js';
import { newSpec } from '../../documents/spec/specTemplate.js';
import { specProgress } from '../../documents/spec/specStatus.js';
import { todo } from '../../documents/toFillIn.js';
import { testCaseFor } from '../../documents/testCase/testCaseTemplate.js';
import { sectionOfProgress, sectionWords, statusOfStage } from '../../rules/drift/boardState.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { FeatureContext } from '../featureContext.js';
import { idsAt } from '../idsAt.js';
import type { Refactoring } from './refactoring.js';

/** What the item under the cursor lacks: its spec; its test case, with a scenario per criterion; its entry on the board. */
export function createMissing(context: FeatureContext, offset: number): readonly Refactoring[] {
  const [reference] = idsAt(context.document, offset);
  if (reference?.kind !== 'item') return [];
  const { id } = reference;
  const item = context.trace.item(id);
  return [...createSpec(context, id, item), ...createTestCase(context, id, item), ...createEntry(context, id, item)];
}

function createSpec(
  { project, configuration }: FeatureContext,
  id: string,
  item: ItemTrace | undefined,
): readonly Refactoring[] {
  if (item?.spec) return [];
  const title = item?.entries[0]?.entry.title.value ?? item?.testCases[0]?.model.title?.text.value ?? '';
  const made = newSpec(
    { id, title: title || todo, status: statusOfStage(item?.stage ?? 'unplanned') },
    configuration.paths.specs,
  );
  return created(project, `Create the spec of ${id}`, made);
}

function createTestCase(
  { project, configuration }: FeatureContext,
  id: string,
  item: ItemTrace | undefined,
): readonly Refactoring[] {
  if (!item?.spec || item.testCases.length > 0) return [];
  const made = testCaseFor(item.spec, configuration.paths.testCases);
  return made ? created(project, `Create the test case of ${id} with a scenario per criterion`, made) : [];
}

function createEntry({ project }: FeatureContext, id: string, item: ItemTrace | undefined): readonly Refactoring[] {
  const [board] = project.ofKind('board');
  if (!board || !item?.spec || item.entries.length > 0) return [];
  const section = sectionOfProgress(specProgress(item.spec.facts)) ?? 'backlog';
  const entry = entryFor(item.spec, id, section === 'done');
  const edits = entry && appendEntry(board, section, entry);
  if (!edits) return [];
  return [
    {
      title: `Add an entry for ${id} to ${sectionWords[section]}`,
      kind: 'create',
      changes: [{ kind: 'edit', path: board.path, edits }],
    },
  ];
}

function created(
  { code, documents }: FeatureContext['project'],
  title: string,
  { path, text }: { readonly path: string; readonly text: string },
): readonly Refactoring[] {
  if (code?.exists(path) || documents.some((document) => document.path === path)) return [];
  const change: FileChange = { kind: 'create', path, text };
  return [{ title, kind: 'create', changes: [change] }];
}
