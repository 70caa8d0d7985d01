import { createHash } from 'node:crypto';
import path from 'node:path';
import { count } from '../../base/count.js';
import { isTestPath } from '../../code/languageOf.js';
import type { Answer } from '../../operations/operation.js';
import { openCodeFolder } from '../../project/codeFolder.js';
import { readCodeIndex } from '../../project/readCodeIndex.js';
import { readGarden, weedsOf } from '../../project/readGarden.js';
import { codeReport, flawTable, type ReportTab, tableOf } from '../../reports/code/codeReport.js';
import { layeredSvg } from '../../reports/code/layered.js';
import { sortFlaws } from '../../reports/flaws.js';
import { callGraphOf, type CallGraph } from '../../trace/codeGraph/callGraph.js';
import { type CodeIndex, fullName } from '../../trace/codeGraph/codeIndex.js';
import type { CodeView } from '../../trace/codeGraph/codeView.js';
import { importsIn, moduleView } from '../../trace/codeGraph/fileViews.js';
import { classView, complexityView } from '../../trace/codeGraph/partViews.js';
import { examine } from '../doctor/examine.js';
import { auditAnswer } from './auditAnswer.js';
import type { QueryScene } from './query.js';

/** More rows are useless to a reader. */
const mostRows = 500;
/** More do not fit a page. */
const mostDrawn = 80;

/** A project's code and findings as one page. */
export async function reportAnswer(scene: QueryScene): Promise<Answer> {
  const { machine, folder, signal, progress } = scene;
  const code = await openCodeFolder(machine, folder, signal);
  progress('Reading source code');
  const index = await readCodeIndex(machine, code, signal);
  const graph = callGraphOf(index);
  const garden = sortFlaws(weedsOf(await readGarden(machine, code, signal)));
  const health = sortFlaws((await examine(machine, folder, signal, progress)).flaws);
  const audit = await auditAnswer(scene, { layer: undefined, hotspots: 50 });
  const tabs: readonly ReportTab[] = [
    { title: 'Modules', body: moduleTab(moduleView(index, code.paths), folderView(index)) },
    { title: 'Files', body: filesTab(index) },
    { title: 'Classes', body: classesTab(graph) },
    { title: 'Calls', body: callsTab(graph) },
    { title: 'Complexity', body: complexityTab(graph) },
    { title: `Garden (${garden.length})`, body: flawTable(garden.slice(0, mostRows)) },
    { title: `Doctor (${health.length})`, body: flawTable(health) },
    { title: 'Audit', body: `<pre>${escaped(audit.message)}</pre>` },
  ];
  const name = path.basename(code.root);
  const about = `${count(index.files.size, 'source file')}, ${count(graph.parts.length, 'function or class', 'functions and classes')}`;
  const page = codeReport(
    name,
    about,
    tabs,
    (style) => `sha256-${createHash('sha256').update(style).digest('base64')}`,
  );
  return { message: page, data: { root: code.root, tabs: tabs.map(({ title }) => title) } };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function moduleTab(modules: CodeView, folders: Pick<CodeView, 'nodes' | 'edges'>): string {
  const drawn = modules.nodes.length > 1 ? modules : folders;
  if (drawn.nodes.length <= mostDrawn) return layeredSvg(drawn, 'Modules and what they import');
  return tableOf(
    ['From', 'To', 'Imports'],
    drawn.edges.slice(0, mostRows).map(({ from, to, count: many = 1 }) => [from, to, many]),
  );
}

/** The folders of a project of one module, two levels deep. */
function folderView(index: CodeIndex): Pick<CodeView, 'nodes' | 'edges'> {
  const folderOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
  const counts = new Map<string, number>();
  for (const { from, to } of importsIn(index)) {
    const key = `${folderOf(from)}\n${folderOf(to)}`;
    if (folderOf(from) !== folderOf(to)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const names = [...new Set([...index.files.keys()].map(folderOf))].sort();
  return {
    nodes: names.map((id) => ({ id, kind: 'module', label: id, path: id })),
    edges: [...counts].map(([key, many]) => {
      const [from = '', to = ''] = key.split('\n');
      return { from, to, kind: 'imports', count: many };
    }),
  };
}

function filesTab(index: CodeIndex): string {
  const importers = new Map<string, number>();
  for (const { to } of importsIn(index)) importers.set(to, (importers.get(to) ?? 0) + 1);
  const rows = [...index.files].map(([file, { imports, outline }]) => [
    file,
    isTestPath(file) ? 'test' : 'source',
    imports.length,
    importers.get(file) ?? 0,
    outline.definitions.length,
  ]);
  rows.sort((a, b) => Number(b[3]) - Number(a[3]) || (String(a[0]) < String(b[0]) ? -1 : 1));
  return tableOf(['File', 'Kind', 'Imports', 'Imported by', 'Definitions'], rows.slice(0, mostRows));
}

function classesTab(graph: CallGraph): string {
  const { nodes, edges } = classView(graph);
  const bases = new Map<string, string[]>();
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  for (const { from, to } of edges) bases.set(from, [...(bases.get(from) ?? []), labels.get(to) ?? to]);
  return tableOf(
    ['Class', 'Extends', 'Members', 'File'],
    nodes
      .slice(0, mostRows)
      .map(({ id, label, members = [], path: file, line = 0 }) => [
        label,
        (bases.get(id) ?? []).join(', '),
        members.length,
        `${file}:${line + 1}`,
      ]),
  );
}

function callsTab({ calls, parts }: CallGraph): string {
  const callers = new Map<string, number>();
  const callees = new Map<string, number>();
  for (const { from, to } of calls) {
    callers.set(to.id, (callers.get(to.id) ?? 0) + 1);
    callees.set(from.id, (callees.get(from.id) ?? 0) + 1);
  }
  const rows = parts
    .filter(({ id, definition }) => definition.kind === 'function' && (callers.has(id) || callees.has(id)))
    .map(({ id, path: file, definition }) => [
      fullName(definition),
      callers.get(id) ?? 0,
      callees.get(id) ?? 0,
      `${file}:${definition.line + 1}`,
    ]);
  rows.sort((a, b) => Number(b[1]) - Number(a[1]) || (String(a[0]) < String(b[0]) ? -1 : 1));
  return tableOf(['Function', 'Called by', 'Calls', 'Place'], rows.slice(0, mostRows));
}

function complexityTab(graph: CallGraph): string {
  return tableOf(
    ['Function', 'Ways through it', 'Class', 'Place'],
    complexityView(graph)
      .nodes.slice(0, mostRows)
      .map(({ label, complexity = 0, group = '', path: file, line = 0 }) => [
        label,
        complexity,
        group,
        `${file}:${line + 1}`,
      ]),
  );
}
