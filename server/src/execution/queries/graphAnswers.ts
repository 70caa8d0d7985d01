import path from 'node:path';
import { relativePath } from '../../base/relativePath.js';
import { type Memo, memo, memoFor, once } from '../../base/memo.js';
import { createTimeSlices } from '../../base/timeSlices.js';
import { UsageError } from '../../base/usageError.js';
import type { Answer } from '../../operations/operation.js';
import { type CodeFolder, openCodeFolder } from '../../project/codeFolder.js';
import { type PactkitSettings, readPactkitSettings } from '../../project/pactkitSettings.js';
import { readCodeIndex } from '../../project/readCodeIndex.js';
import { sequenceDiagram } from '../../reports/code/callTrace.js';
import { dotOf, mermaidOf } from '../../reports/code/codeView.js';
import { type CallGraph, callGraphOf, followCalls } from '../../trace/codeGraph/callGraph.js';
import { partsCalled } from '../../trace/codeGraph/declaredCalls.js';
import { tracedCalls } from '../../trace/codeGraph/callTrace.js';
import { type CodeIndex, fullName, type Part } from '../../trace/codeGraph/codeIndex.js';
import { type CodeView, isSameView, type ViewMode } from '../../trace/codeGraph/codeView.js';
import { blastView, fileView, focusView, impactView, layersView, moduleView } from '../../trace/codeGraph/fileViews.js';
import { itemView } from '../../trace/codeGraph/itemView.js';
import { callView, chainView, classView, complexityView, unifiedView } from '../../trace/codeGraph/partViews.js';
import { declaredLayers, withDeclaredCalls } from './declaredGraphs.js';
import { lineFromOne } from './lineFromOne.js';
import type { QueryScene } from './query.js';

/** In a process that answers others meanwhile. */
const sliceMilliseconds = 10;

export interface AskedView {
  readonly mode?: ViewMode | undefined;
  readonly entry?: string | undefined;
  readonly focus?: string | undefined;
  readonly item?: string | undefined;
  readonly depth?: number | undefined;
  readonly most?: number | undefined;
  readonly format?: 'mermaid' | 'json' | 'dot' | undefined;
}

/** A graph of the source code at a folder. */
export async function visualizeAnswer(scene: QueryScene, asked: AskedView): Promise<Answer> {
  const read = await indexOf(scene);
  const { code, index } = read;
  const whole = await viewOf(scene, read, asked);
  const view = firstNodes(whole, asked.most);
  return {
    message: textOf(scene, code.root, view, asked),
    // Made when it is read: who writes graphs takes the text alone.
    get data() {
      const { mode, nodes, edges, left } = view;
      return { root: code.root, mode, nodes: nodes.map(lineFromOne), edges, left: left ?? 0, unread: index.unread };
    },
  };
}

type Texts = Map<string, Memo<{ readonly view: CodeView }, string>>;

/** All that are usually drawn, and a few parts that a person looks at. */
const mostTexts = 20;

const textsIn = memoFor<object, Texts>(() => new Map());

/** In a process that stays, what shows the same as before is not written out again. */
function textOf({ machine }: QueryScene, root: string, view: CodeView, asked: AskedView): string {
  const texts: Texts = textsIn(machine.session?.() ?? {});
  const key = JSON.stringify([root, asked]);
  const text = texts.get(key) ?? memo({ isSame: ({ view: before }, { view: now }) => isSameView(before, now) });
  // The one that was asked for last is the last of the map.
  texts.delete(key);
  texts.set(key, text);
  const [oldest] = texts.keys();
  if (texts.size > mostTexts && oldest !== undefined) texts.delete(oldest);
  return text({ view }, () => (asked.format === 'dot' ? dotOf(view) : mermaidOf(view)));
}

interface ReadCode {
  readonly code: CodeFolder;
  readonly index: CodeIndex;
  readonly settings: PactkitSettings;
  /** With the calls that the project declares. */
  readonly calls: () => CallGraph;
}

const readAt = memoFor<object, Map<string, Promise<ReadCode>>>(() => new Map());

function indexOf(scene: QueryScene): Promise<ReadCode> {
  const known = readAt(scene.moment ?? {});
  const found = known.get(scene.folder) ?? readNow(scene);
  known.set(scene.folder, found);
  return found;
}

async function readNow({ machine, folder, signal, progress, warn }: QueryScene): Promise<ReadCode> {
  const code = await openCodeFolder(machine, folder, signal);
  progress('Reading source code');
  const index = await readCodeIndex(machine, code, signal);
  if (!machine.files.blocking) await followCalls(index, createTimeSlices(sliceMilliseconds));
  const settings = await readPactkitSettings(machine, code.root);
  return { code, index, settings, calls: once(() => withDeclaredCalls(callGraphOf(index), index, settings, warn)) };
}

async function viewOfItem(
  { machine, folder, warn }: QueryScene,
  root: string,
  index: CodeIndex,
  item: string | undefined,
): Promise<CodeView> {
  if (item === undefined) throw new UsageError('item is missing: name an item');
  const { traceProjects } = await import('../../project/traceProjects.js');
  const { itemReport } = await import('../../trace/itemReport.js');
  const traced = await traceProjects(machine, folder, item, warn);
  const [first] = traced.traces;
  const report = first && itemReport(first.trace, item);
  if (!report) throw new UsageError(`there is no ${item}`);
  const below = relativePath(root, path.resolve(traced.root, first.path)) ?? '';
  return itemView(index, report, below === '' ? '' : `${below}/`);
}

function firstNodes(view: CodeView, most: number | undefined): CodeView {
  if (most === undefined || view.nodes.length <= most) return view;
  const { mode, nodes: all } = view;
  const nodes = all.slice(0, most);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = view.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { mode, nodes, edges, left: all.length - most };
}

function viewOf(
  scene: QueryScene,
  { code: { root, paths }, index, settings, calls }: ReadCode,
  { mode, entry, focus, item, depth }: AskedView,
): CodeView | Promise<CodeView> {
  switch (mode ?? (item !== undefined ? 'item' : focus !== undefined ? 'focus' : 'file')) {
    case 'item':
      return viewOfItem(scene, root, index, item);
    case 'file':
      return fileView(index);
    case 'module':
      return moduleView(index, paths);
    case 'layers':
      return layersView(index, declaredLayers(settings, scene.warn));
    case 'focus':
      return focusView(index, filesNamed(index, focus, 'focus'), depth ?? 1);
    case 'blast-radius':
      return blastView(index, filesOf(index, calls, entry));
    case 'impact':
      return impactView(index, filesOf(index, calls, entry));
    case 'class':
      return classView(calls());
    case 'call':
      return entry === undefined ? callView(calls()) : chainOf(calls(), entry, depth, false);
    case 'reverse':
      return chainOf(calls(), entry, depth, true);
    case 'complexity':
      return complexityView(calls());
    case 'unified':
      return unifiedView(index, paths, calls());
  }
}

function chainOf(graph: CallGraph, entry: string | undefined, depth = Infinity, reverse: boolean): CodeView {
  return chainView(graph, partsNamed(graph, entry), { reverse, depth });
}

/** @throws UsageError if there is none. */
function partsNamed({ parts }: CallGraph, wanted: string | undefined): readonly Part[] {
  if (wanted === undefined) throw new UsageError('entry is missing: name a function, a method or a file');
  const found = partsCalled(parts, wanted);
  if (found.length === 0) throw new UsageError(`no function, class or file is called "${wanted}"`);
  return found;
}

/** The files of an entry: itself, or where a function of that name is. */
function filesOf(index: CodeIndex, calls: () => CallGraph, entry: string | undefined): ReadonlySet<string> {
  if (entry !== undefined && index.files.has(entry)) return new Set([entry]);
  return new Set(partsNamed(calls(), entry).map(({ path }) => path));
}

function filesNamed({ files }: CodeIndex, wanted: string | undefined, field: string): ReadonlySet<string> {
  if (wanted === undefined) throw new UsageError(`${field} is missing: name a file or a folder`);
  const plain = wanted.replace(/^\.\/|\/$/gu, '');
  const found = [...files.keys()].filter((path) => path === plain || plain === '.' || path.startsWith(`${plain}/`));
  const named = found.length > 0 ? found : [...files.keys()].filter((path) => path.split('/').includes(plain));
  if (named.length === 0) throw new UsageError(`no source file is at "${wanted}"`);
  return new Set(named);
}

export interface AskedCalls {
  readonly callers?: string | undefined;
  readonly callees?: string | undefined;
  readonly chain?: string | undefined;
  readonly down: boolean;
}

/** Who calls a function, or what it calls. */
export async function callersAnswer(scene: QueryScene, asked: AskedCalls): Promise<Answer> {
  const { callers, callees, chain, down } = asked;
  const [wanted, ...more] = [callers, callees, chain].filter((one) => one !== undefined);
  if (wanted === undefined || more.length > 0)
    throw new UsageError('name a function as one of callers, callees and chain');
  const { code, calls } = await indexOf(scene);
  const graph = calls();
  const entries = new Set(partsNamed(graph, wanted));
  const isUp = callers !== undefined || (chain !== undefined && !down);
  const found = chain === undefined ? nextOf(graph, entries, isUp) : allOf(graph, entries, isUp);
  const functions = [...found]
    .map(([{ path, definition }, certain]) => ({
      name: fullName(definition),
      path,
      line: definition.line + 1,
      ...(certain ? {} : { byName: true }),
    }))
    .sort((a, b) => (a.name === b.name ? a.path.localeCompare(b.path, 'en') : a.name < b.name ? -1 : 1));
  return {
    message: functions
      .map(({ name, path, line, byName }) => `${name} (${path}:${String(line)})${byName ? ' (by name)' : ''}`)
      .join('\n'),
    data: { root: code.root, functions },
  };
}

/** The functions one call away, each with whether that is certain. */
function nextOf({ calls }: CallGraph, from: ReadonlySet<Part>, isUp: boolean): Map<Part, boolean> {
  const found = new Map<Part, boolean>();
  for (const call of calls) {
    const [near, far] = isUp ? [call.to, call.from] : [call.from, call.to];
    if (from.has(near)) found.set(far, call.certain || found.get(far) === true);
  }
  return found;
}

function allOf(graph: CallGraph, entries: ReadonlySet<Part>, isUp: boolean): ReadonlyMap<Part, boolean> {
  const found = new Map<Part, boolean>();
  for (let last: ReadonlySet<Part> = entries; last.size > 0;) {
    const next = [...nextOf(graph, last, isUp)].filter(([part]) => !entries.has(part) && !found.has(part));
    for (const [part, certain] of next) found.set(part, certain);
    last = new Set(next.map(([part]) => part));
  }
  return found;
}

/** The calls of one flow. */
export async function callTraceAnswer(
  scene: QueryScene,
  { entry, depth }: { readonly entry: string; readonly depth?: number | undefined },
): Promise<Answer> {
  const { code, calls: callsOf } = await indexOf(scene);
  const graph = callsOf();
  const entries = partsNamed(graph, entry);
  const calls = tracedCalls(graph, entries, depth ?? 5);
  return {
    message: sequenceDiagram(calls, entries),
    data: { root: code.root, calls: calls.map(({ from, to, certain }) => ({ from: from.id, to: to.id, certain })) },
  };
}
