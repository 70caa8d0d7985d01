import * as vscode from 'vscode';
import { type Place, testsRequest, type TraceItemView, type TraceProjectView } from '../../../server/src/protocol.js';
import { editorRange } from '../editor/editorRange.js';
import type { ServerLink } from '../editor/serverLink.js';
import { type TestNode, type TestRow, testRows } from './testExplorerNodes.js';
import type { TraceItems } from '../editor/traceItems.js';

/** The rows of the Test Explorer, and what is behind each. */
export interface TestTree {
  readonly nodeOf: (row: vscode.TestItem) => TestNode | undefined;
  /** Brings the rows of items up to date, and those below the ones that were opened. */
  readonly refresh: () => Promise<void>;
  /** Fills in what is below a row. */
  readonly resolve: (row: vscode.TestItem) => Promise<void>;
}

export function createTestTree(
  context: vscode.ExtensionContext,
  controller: vscode.TestController,
  link: ServerLink,
  items: TraceItems,
): TestTree {
  const rows = new TestRows(controller, link);
  const refresh = async (): Promise<void> => {
    const projects = await items.get();
    if (!projects) return;
    rows.show(projects);
    await rows.resolveShown();
  };
  context.subscriptions.push(
    items.onStale(() => void refresh()),
    vscode.window.onDidChangeVisibleTextEditors(() => void rows.resolveShown()),
  );
  return { nodeOf: (row) => rows.nodes.get(row), refresh, resolve: (row) => rows.resolve(row) };
}

class TestRows {
  readonly nodes = new WeakMap<vscode.TestItem, TestNode>();
  readonly #controller: vscode.TestController;
  readonly #link: ServerLink;
  /** The revision of the item that the rows below it were made of, by row. */
  readonly #resolved = new WeakMap<vscode.TestItem, number>();

  constructor(controller: vscode.TestController, link: ServerLink) {
    this.#controller = controller;
    this.#link = link;
  }

  /** The items that have criteria, below their projects where several have some. */
  show(projects: readonly TraceProjectView[]): void {
    const { items: top } = this.#controller;
    const withItems = projects
      .map((project) => ({ ...project, items: project.items.filter(({ criteria }) => criteria > 0) }))
      .filter(({ items }) => items.length > 0);
    const itemRows = (rows: vscode.TestItemCollection, project: TraceProjectView): vscode.TestItem[] =>
      project.items.map((item) => this.#itemRow(rows, project.root, item));
    const [first, ...others] = withItems;
    if (!first) top.replace([]);
    else if (others.length === 0) top.replace(itemRows(top, first));
    else
      top.replace(
        withItems.map((project) => {
          const row = this.#rowIn(top, project.root, project.name, undefined);
          this.nodes.set(row, { kind: 'project', root: project.root });
          row.children.replace(itemRows(row.children, project));
          return row;
        }),
      );
  }

  async resolve(row: vscode.TestItem): Promise<void> {
    const node = this.nodes.get(row);
    if (node?.kind === 'item') await this.#resolveItem(row, node);
  }

  /** The open documents show results beside their lines only once the rows are there. */
  async resolveShown(): Promise<void> {
    const shown = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const row of this.#rowsOfItems()) {
      const node = this.nodes.get(row);
      if (node?.kind !== 'item') continue;
      const isShown = node.item.documents.some((uri) => shown.has(vscode.Uri.parse(uri).toString()));
      if (isShown || this.#resolved.has(row)) await this.#resolveItem(row, node);
    }
  }

  #rowsOfItems(): vscode.TestItem[] {
    return childrenOf(this.#controller.items).flatMap((row) =>
      this.nodes.get(row)?.kind === 'project' ? childrenOf(row.children) : [row],
    );
  }

  async #resolveItem(row: vscode.TestItem, { root, item }: TestNode & { kind: 'item' }): Promise<void> {
    if (this.#resolved.get(row) === item.revision) return;
    row.busy = true;
    const view = await this.#link.request(testsRequest, { root, item: item.id });
    row.busy = false;
    if (!view) return;
    this.#resolved.set(row, item.revision);
    this.#fill(row, testRows(root, view));
  }

  #fill(parent: vscode.TestItem, rows: readonly TestRow[]): void {
    parent.children.replace(
      rows.map((one, index) => {
        const { node } = one;
        const isTest = node.kind === 'test';
        const view = node.kind === 'test' || node.kind === 'part' ? node.view : undefined;
        const row = this.#rowIn(parent.children, `${parent.id}/${one.key}`, view?.label ?? '', view?.place);
        row.description = view === undefined ? '' : 'path' in view ? view.path : titleOf(view.title, one);
        // As they are in the documents.
        row.sortText = `${isTest ? 1 : 0}${String(index).padStart(6, '0')}`;
        this.nodes.set(row, node);
        this.#fill(row, one.rows);
        return row;
      }),
    );
  }

  #itemRow(rows: vscode.TestItemCollection, root: string, item: TraceItemView): vscode.TestItem {
    const row = this.#rowIn(rows, `${root}#${item.id}`, item.id, item.place);
    row.description = item.title;
    row.canResolveChildren = true;
    row.sortText = sortText(item.id);
    this.nodes.set(row, { kind: 'item', root, item });
    return row;
  }

  /** The row of that id in a collection, kept where it is still at the same file: so it keeps its place and its rows. */
  #rowIn(rows: vscode.TestItemCollection, id: string, label: string, place: Place | undefined): vscode.TestItem {
    const uri = place && vscode.Uri.parse(place.uri);
    const known = rows.get(id);
    const isSame = known?.uri?.toString() === uri?.toString();
    const row = isSame && known ? known : this.#controller.createTestItem(id, label, uri);
    row.label = label;
    row.range = place && editorRange(place.range);
    return row;
  }
}

/** The rows of a collection. */
export function childrenOf(rows: vscode.TestItemCollection): vscode.TestItem[] {
  return Array.from(rows, ([, row]) => row);
}

function titleOf(title: string, { rows }: TestRow): string {
  const noTest = hasTest(rows) ? '' : vscode.l10n.t('no test');
  return [title, noTest].filter((part) => part !== '').join(' · ');
}

function hasTest(rows: readonly TestRow[]): boolean {
  return rows.some(({ node, rows: below }) => node.kind === 'test' || hasTest(below));
}

/** By number, so that STORY-9 is before STORY-10. */
function sortText(id: string): string {
  return id.replace(/\d+/gu, (number) => number.padStart(8, '0'));
}
