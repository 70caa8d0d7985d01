import type { MatrixCellView, MatrixItemView, MatrixRowView, Place, TraceGap } from '../../../server/src/protocol.js';
import type { MatrixWords } from '../../src/trace/matrixMessages.js';
import { fill } from '../fill.js';
import { element } from '../element.js';

export interface GridOptions {
  readonly items: readonly MatrixItemView[];
  readonly words: MatrixWords;
  readonly open: (place: Place) => void;
}

/**
 * The table: one body per item, one row per way from a requirement to its tests. A real table, so that it is read out as one;
 * as a grid it is one stop of the Tab key, and the arrow keys go through it.
 */
export function createGrid({ items, words, open }: GridOptions): HTMLTableElement {
  const head = element('tr', {}, ...words.columns.map((column) => element('th', { scope: 'col' }, column)));
  return element(
    'table',
    { role: 'grid', 'aria-label': words.title, 'aria-readonly': 'true' },
    element('thead', {}, head),
    ...items.map((item) => createBody(item, words, open)),
  );
}

function createBody(item: MatrixItemView, words: MatrixWords, open: (place: Place) => void): HTMLTableSectionElement {
  const columns = String(words.columns.length);
  const heading = element(
    'th',
    { scope: 'rowgroup', colspan: columns },
    stop(item.id, item.place, words, open),
    ' ',
    item.title,
    element('span', { class: 'stage' }, words.stages[item.stage]),
  );
  if (item.gaps > 0) heading.append(gapMark(item.gaps === 1 ? words.oneGap : fill(words.itemGaps, item.gaps)));
  const rows = item.rows.map((row, index) => createRow(row, item.rows[index - 1], words, open));
  if (rows.length === 0)
    rows.push(element('tr', {}, element('td', { colspan: columns, class: 'empty' }, stop(words.nothing))));
  return element('tbody', { 'data-item': item.id }, element('tr', { class: 'item' }, heading), ...rows);
}

function createRow(
  row: MatrixRowView,
  above: MatrixRowView | undefined,
  words: MatrixWords,
  open: (place: Place) => void,
): HTMLTableRowElement {
  const sameRequirement = isSame(row.requirement, above?.requirement);
  const sameCriterion = sameRequirement && isSame(row.criterion, above?.criterion);
  const cell = (shown: MatrixCellView | undefined, repeated: boolean): HTMLTableCellElement =>
    element('td', repeated ? { class: 'repeated' } : {}, ...(shown ? link(shown, repeated, words, open) : []));
  const cells = [
    cell(row.requirement, sameRequirement),
    cell(row.criterion, sameCriterion),
    cell(row.scenario, false),
    element('td', {}, ...row.tests.map((test) => element('div', {}, ...link(test, false, words, open)))),
  ];
  // What is missing is where it would be.
  if (row.gap) cells[gapColumns[row.gap]]?.append(gapMark(words.gaps[row.gap]));
  else if (row.deferred) cells[1]?.append(stop(words.deferred));
  for (const one of cells) if (!one.querySelector('[data-stop]')) one.append(nothingHere());
  return element('tr', {}, ...cells);
}

const gapColumns: Readonly<Record<TraceGap, number>> = {
  noCriterion: 1,
  noScenario: 2,
  noTest: 3,
  skipped: 3,
  unknownId: 2,
  noFile: 3,
  noItem: 0,
};

/** A cell's label, which opens its place, and its text; of a repeated cell the label alone. */
function link(
  { label, text, place }: MatrixCellView,
  repeated: boolean,
  words: MatrixWords,
  open: (place: Place) => void,
): (Node | string)[] {
  return [
    stop(label, place, words, open),
    ...(repeated || text === '' ? [] : [' ', element('span', { class: 'text' }, text)]),
  ];
}

/** What the arrow keys stop at: a button where it opens something. */
function stop(label: string, place?: Place, words?: MatrixWords, open?: (place: Place) => void): HTMLElement {
  if (!place || !words || !open) return element('span', { 'data-stop': '', tabindex: '-1' }, label);
  const button = element(
    'button',
    { type: 'button', 'data-stop': '', tabindex: '-1', title: fill(words.open, label) },
    label,
  );
  button.addEventListener('click', () => {
    open(place);
  });
  return button;
}

/** Even an empty cell is a stop, so that the arrow keys do not jump. */
function nothingHere(): HTMLElement {
  const mark = stop('–');
  mark.className = 'empty';
  return mark;
}

function gapMark(text: string): HTMLElement {
  return element('span', { class: 'gap', 'data-stop': '', tabindex: '-1' }, warningIcon(), text);
}

function isSame(one: MatrixCellView | undefined, other: MatrixCellView | undefined): boolean {
  return one !== undefined && other !== undefined && one.label === other.label && one.text === other.text;
}

const svg = 'http://www.w3.org/2000/svg';

/** A triangle with an exclamation mark; the words beside it say what it warns of. */
function warningIcon(): SVGElement {
  const icon = document.createElementNS(svg, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 16 16',
    width: '14',
    height: '14',
    'aria-hidden': 'true',
    class: 'warning',
  }))
    icon.setAttribute(name, value);
  const shape = document.createElementNS(svg, 'path');
  shape.setAttribute('d', 'M8 1.5 15 14.5H1Z M8 6v4.2 M8 12v.6');
  icon.append(shape);
  return icon;
}
