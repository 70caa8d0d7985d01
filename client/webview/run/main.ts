import { changed } from '../../src/runs/runGraphChange.js';
import {
  packetActions,
  readRunMessage,
  runActions,
  type RunMessage,
  type RunNode,
  type RunPageMessage,
  type RunWords,
  type ShownRun,
} from '../../src/runs/runGraphMessages.js';
import { element } from '../element.js';
import { createGraphPage, toolButton, zoomButtons } from '../graph/page.js';

declare function acquireVsCodeApi(): {
  postMessage(message: RunPageMessage): void;
};

/** More lines of the log are dropped at the top. */
const mostLines = 500;

/** The colours of packets, by how they are. */
const kinds: Readonly<Record<RunNode['kind'], string>> = {
  waiting: 'descriptionForeground',
  working: 'charts-blue',
  needsYou: 'charts-orange',
  merged: 'charts-green',
  left: 'disabledForeground',
};

const editor = acquireVsCodeApi();
let words: RunWords | undefined;
let shown: ShownRun | undefined;

const heading = element('h1', { class: 'said' });
const choice = element('select', { id: 'run' });
const choiceLabel = element('label', {});
const actions = element('span', { class: 'actions' });
const money = element('meter', { id: 'cost', min: '0' });
const summary = element('p', { role: 'status', class: 'status' });
const zoom = element('span', { class: 'actions' });
const packet = element('section', { class: 'packet', 'aria-live': 'polite' });
const logTitle = element('h2', { id: 'log-title' });
const log = element('div', { class: 'log', role: 'log', tabindex: '0', 'aria-labelledby': 'log-title' });
const legend = element('p', { class: 'status' });
const { canvas, drawing } = createGraphPage({ kinds, onSelect: showPacket, onOpen: showPacket });

document.body.append(
  element('header', {}, heading, element('div', { class: 'tools' }, choiceLabel, actions, money, zoom), summary),
  element('main', {}, canvas, legend, packet, logTitle, log),
);
choice.addEventListener('change', () => {
  editor.postMessage({ type: 'choose', run: choice.value });
});
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readRunMessage(data);
  if (message) receive(message);
});
editor.postMessage({ type: 'ready' });

function receive(message: RunMessage): void {
  switch (message.type) {
    case 'begin':
      begin(message.words);
      return;
    case 'run':
      showRuns(message);
      return;
    case 'change':
      if (shown?.id === message.change.id) showRun(changed(shown, message.change));
      return;
    case 'lines':
      if (message.run === shown?.id) addLines(message.lines);
  }
}

function begin(own: RunWords): void {
  words = own;
  heading.textContent = own.title;
  canvas.setAttribute('aria-label', own.keys);
  money.setAttribute('aria-label', own.cost);
  logTitle.textContent = own.log;
  legend.textContent = own.legend;
  choiceLabel.replaceChildren(`${own.run} `, choice);
  zoom.replaceChildren(...zoomButtons(own, drawing));
}

function showRuns({ runs, shown: next }: Extract<RunMessage, { readonly type: 'run' }>): void {
  // A choice that a person has open stays.
  if (changes(choice, runs))
    choice.replaceChildren(...runs.map(({ id, name }) => element('option', { value: id }, name)));
  choiceLabel.hidden = runs.length < 2;
  showRun(next);
}

function showRun(next: ShownRun | undefined): void {
  const isOther = next?.id !== shown?.id;
  shown = next;
  money.hidden = next?.budget === undefined;
  summary.textContent = next?.summary ?? words?.none ?? '';
  if (isOther) log.replaceChildren();
  if (!next) {
    drawing.show({ nodes: [], edges: [] });
    if (changes(actions, [])) actions.replaceChildren();
    if (changes(packet, [])) packet.replaceChildren();
    return;
  }
  choice.value = next.id;
  if (next.budget !== undefined) [money.max, money.value] = [next.budget, next.dollars];
  showActions(next);
  if (isOther) drawing.show(next);
  else drawing.update(next);
  showPacket(drawing.selected());
}

/** Remembers what an element shows. @returns whether it is something else than before. */
function changes(shows: HTMLElement, what: object): boolean {
  const said = JSON.stringify(what);
  if (shows.dataset['shown'] === said) return false;
  shows.dataset['shown'] = said;
  return true;
}

function showActions({ id, actions: possible }: ShownRun): void {
  const labels = words?.runActions;
  const wanted = runActions.filter((action) => possible.includes(action));
  // A button that has the focus stays, but not for another run.
  if (!labels || !changes(actions, [id, wanted])) return;
  actions.replaceChildren(
    ...wanted.map((action) =>
      toolButton(labels[action], labels[action], () => {
        editor.postMessage({ type: 'act', run: id, action });
      }),
    ),
  );
}

function showPacket(id: string | undefined): void {
  const node = shown?.nodes.find((one) => one.id === id);
  if (!words || !shown) return;
  const run = shown.id;
  const labels = words.packetActions;
  if (!changes(packet, [run, node])) return;
  packet.replaceChildren(
    ...(node ? [element('strong', {}, node.title)] : []),
    element('span', {}, node?.summary ?? words.choose),
    element(
      'span',
      { class: 'actions' },
      ...packetActions
        .filter((action) => node?.actions.includes(action))
        .map((action) =>
          toolButton(labels[action], labels[action], () => {
            if (node) editor.postMessage({ type: 'actOn', run, packet: node.id, action });
          }),
        ),
    ),
  );
}

function addLines(lines: readonly { readonly time: string; readonly text: string }[]): void {
  const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
  log.append(...lines.map(({ time, text }) => element('p', {}, element('time', {}, time), ` ${text}`)));
  while (log.childElementCount > mostLines) log.firstElementChild?.remove();
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}
