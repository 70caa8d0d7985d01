import type { MatrixFormat, MatrixItemView, Place } from '../../../server/src/protocol.js';
import { type MatrixMessage, type PageMessage, readMatrixMessage } from '../../src/trace/matrixMessages.js';
import { fill } from '../fill.js';
import { createGrid } from './grid.js';
import { addKeyboard, focusedStop, focusStop } from './keyboard.js';
import { element } from '../element.js';
import { type Choice, chosenItems, chosenProject, countGaps, onlyItem, readChoice } from './selection.js';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: Choice): void;
};

/** More rows than this take a browser long to lay out; the rest is one button away. */
const rowsAtOnce = 500;

const editor = acquireVsCodeApi();
let choice = readChoice(editor.getState());
let message: MatrixMessage | undefined;
let rowLimit = rowsAtOnce;
let grid: HTMLTableElement | undefined;

const tools = element('form', { class: 'tools' });
const status = element('p', { role: 'status' });
const content = element('main', {});
// For screen readers: the tab of the editor shows it to the eye.
const heading = element('h1', { class: 'said' });
document.body.append(element('header', {}, heading, tools, status), content);
tools.addEventListener('submit', (event) => {
  event.preventDefault();
});

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const received = readMatrixMessage(data);
  if (!received) return;
  message = received;
  if (received.only) choose({ root: received.only.root, filter: received.only.item ?? '', gapsOnly: false });
  showTools(received);
  showGrid();
});
editor.postMessage({ type: 'ready' });

function choose(wanted: Partial<Choice>): void {
  choice = { ...choice, ...wanted };
  rowLimit = rowsAtOnce;
  editor.setState(choice);
}

function showTools({ projects, words }: MatrixMessage): void {
  heading.textContent = words.title;
  const focused = document.activeElement?.id;
  const filter = element('input', { type: 'search', id: 'filter', value: choice.filter, spellcheck: 'false' });
  filter.addEventListener('input', () => {
    choose({ filter: filter.value });
    showGrid();
  });
  const gapsOnly = element('input', { type: 'checkbox', id: 'gapsOnly' });
  gapsOnly.checked = choice.gapsOnly;
  gapsOnly.addEventListener('change', () => {
    choose({ gapsOnly: gapsOnly.checked });
    showGrid();
  });
  const formats: readonly [MatrixFormat, string][] = [
    ['md', 'Markdown'],
    ['csv', 'CSV'],
    ['html', 'HTML'],
  ];
  const exports = formats.map(([format, name]) => {
    const button = element('button', { type: 'button', class: 'button secondary', id: `export-${format}` }, name);
    button.addEventListener('click', () => {
      exportAs(format);
    });
    return button;
  });
  tools.replaceChildren(
    ...(projects.length > 1 ? [projectList(projects, words.project)] : []),
    element('label', {}, `${words.filter} `, filter),
    element('label', {}, gapsOnly, ` ${words.gapsOnly}`),
    element('span', { class: 'exports', role: 'group', 'aria-label': words.export }, `${words.export} `, ...exports),
  );
  if (focused) document.getElementById(focused)?.focus();
}

function projectList(projects: MatrixMessage['projects'], label: string): HTMLLabelElement {
  const list = element('select', { id: 'project' });
  for (const { root, name } of projects) list.append(element('option', { value: root }, name));
  list.value = chosenProject(projects, choice)?.root ?? '';
  list.addEventListener('change', () => {
    choose({ root: list.value });
    showGrid();
  });
  return element('label', {}, `${label} `, list);
}

function showGrid(): void {
  if (!message) return;
  const { words, projects } = message;
  const all = chosenProject(projects, choice)?.items ?? [];
  const chosen = chosenItems(all, choice);
  const rows = chosen.reduce((sum, item) => sum + item.rows.length, 0);
  // Where there is nothing, there is nothing to filter, to count or to export; another project may have something.
  tools.hidden = all.length === 0 && projects.length < 2;
  status.textContent = all.length === 0 ? '' : fill(words.summary, chosen.length, rows, countGaps(chosen));
  if (chosen.length === 0) {
    content.replaceChildren(element('p', {}, all.length === 0 ? words.nothing : words.noMatch));
    return;
  }
  const items = firstRows(chosen, rowLimit);
  const focused = grid && focusedStop(grid);
  grid = createGrid({ items, words, open });
  const left = chosen.length - items.length;
  const { scrollTop } = document.documentElement;
  content.replaceChildren(grid, ...(left > 0 ? [moreButton(fill(words.more, left))] : []));
  addKeyboard(grid);
  if (focused) focusStop(grid, focused);
  document.documentElement.scrollTop = scrollTop;
}

/** Whole items, until the limit is reached. */
function firstRows(items: readonly MatrixItemView[], limit: number): readonly MatrixItemView[] {
  let rows = 0;
  return items.filter((item) => {
    const before = rows;
    rows += item.rows.length + 1;
    return before < limit;
  });
}

function moreButton(label: string): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'button secondary' }, label);
  button.addEventListener('click', () => {
    rowLimit += rowsAtOnce;
    showGrid();
  });
  return button;
}

function open({ uri, range: { start } }: Place): void {
  editor.postMessage({ type: 'open', uri, line: start.line, character: start.character });
}

function exportAs(format: MatrixFormat): void {
  const project = message && chosenProject(message.projects, choice);
  if (!project) return;
  const item = onlyItem(project.items, choice);
  editor.postMessage({
    type: 'export',
    root: project.root,
    gaps: choice.gapsOnly,
    format,
    ...(item === undefined ? {} : { item }),
  });
}
