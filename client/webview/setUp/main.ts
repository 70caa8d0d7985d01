import {
  type AskedSetUp,
  readSetUpMessage,
  type SetUpAction,
  setUpActions,
  type SetUpMessage,
  type SetUpPageMessage,
  type SetUpPlan,
  type SetUpWords,
} from '../../src/tools/setUpMessages.js';
import { element } from '../element.js';
import { fill } from '../fill.js';
import { showPlan, showToDo } from './plan.js';

declare function acquireVsCodeApi(): { postMessage(message: SetUpPageMessage): void };

const editor = acquireVsCodeApi();
let words: SetUpWords | undefined;

const heading = element('h1', {});
const folder = element('select', { id: 'folder' });
const action = element('select', { id: 'action' });
const choices = element('div', { class: 'row' });
const agents = element('fieldset', {});
const parts = element('fieldset', {});
const status = element('p', { role: 'status', class: 'status' });
const apply = element('button', { type: 'button', class: 'button' });
const cancel = element('button', { type: 'button', class: 'button secondary' });
const form = element('form', {}, choices, agents, parts, element('div', { class: 'row' }, apply, cancel));
const plan = element('main', {});
document.body.append(element('header', {}, heading, form, status), plan);

form.addEventListener('submit', (event) => {
  event.preventDefault();
});
form.addEventListener('change', ({ target }) => {
  // Another folder has choices of its own.
  if (target === folder) agents.replaceChildren();
  ask('plan');
});
apply.addEventListener('click', () => {
  ask('apply');
});
cancel.addEventListener('click', () => {
  editor.postMessage({ type: 'cancel' });
});
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readSetUpMessage(data);
  if (message) receive(message);
});
editor.postMessage({ type: 'ready' });

function receive(message: SetUpMessage): void {
  switch (message.type) {
    case 'begin':
      begin(message);
      return;
    case 'working':
      apply.disabled = true;
      document.body.setAttribute('aria-busy', 'true');
      say(words?.[message.what] ?? '');
      return;
    case 'plan':
      showChoices(message.plan);
      show(message.plan);
      return;
    case 'done':
      finish(message.message.split('\n', 1)[0] ?? '', false);
      if (words) plan.replaceChildren(...showToDo(message.approvals, words));
      return;
    case 'failed':
      finish(message.message, true);
      plan.replaceChildren();
  }
}

function begin({ words: given, folders }: Extract<SetUpMessage, { type: 'begin' }>): void {
  const isFirst = words === undefined;
  words = given;
  heading.textContent = given.title;
  apply.textContent = given.apply;
  cancel.textContent = given.cancel;
  if (isFirst) {
    folder.replaceChildren(...folders.map(({ name, uri }) => element('option', { value: uri }, name)));
    action.replaceChildren(...setUpActions.map((one) => element('option', { value: one }, given.actions[one])));
    choices.replaceChildren(
      ...(folders.length > 1 ? [element('label', { for: 'folder' }, given.folder), folder] : []),
      element('label', { for: 'action' }, given.action),
      action,
    );
  }
  ask('plan');
}

function ask(type: 'plan' | 'apply'): void {
  const isKnown = parts.querySelector('input') !== null && agents.querySelector('input') !== null;
  const asked: AskedSetUp = {
    root: folder.value,
    action: chosenAction(),
    agents: namesIn(agents, true),
    ...(isKnown ? { exclude: namesIn(parts, false) } : {}),
  };
  editor.postMessage({ type, asked });
}

const chosenAction = (): SetUpAction => setUpActions.find((one) => one === action.value) ?? 'init';

const boxesIn = (group: HTMLElement): readonly HTMLInputElement[] => [...group.querySelectorAll('input')];

const namesIn = (group: HTMLElement, checked: boolean): string[] =>
  boxesIn(group).flatMap((box) => (box.checked === checked ? [box.name] : []));

/** What can be chosen comes with the first plan; the person's ticks stay. */
function showChoices({ answer: { data } }: SetUpPlan): void {
  const { choice, known } = data;
  if (!words) return;
  if (known.agents.length > 0 && agents.querySelector('input') === null) {
    fillGroup(agents, words.agents, known.agents, (name) => choice.agents.includes(name));
    // Those that are deployed already stay until all is removed.
    for (const box of boxesIn(agents)) box.disabled = box.checked;
    fillGroup(parts, words.parts, known.parts, (name) => !choice.exclude.includes(name));
  }
  for (const group of [agents, parts]) group.hidden = chosenAction() !== 'init';
}

function fillGroup(
  group: HTMLElement,
  title: string,
  names: readonly string[],
  isChecked: (name: string) => boolean,
): void {
  const boxes = names.map((name) => {
    const box = element('input', { type: 'checkbox', name });
    box.checked = isChecked(name);
    return element('label', {}, box, ` ${name}`);
  });
  group.replaceChildren(element('legend', {}, title), ...boxes);
}

function show(shown: SetUpPlan): void {
  if (!words) return;
  const { changes, steps } = shown;
  const isNothing = changes.length === 0 && steps.length === 0;
  finish(isNothing ? words.nothing : fill(words.files, String(changes.length)), false);
  apply.disabled = isNothing;
  plan.replaceChildren(...showPlan(shown, words));
}

function finish(text: string, failed: boolean): void {
  document.body.removeAttribute('aria-busy');
  status.classList.toggle('failed', failed);
  apply.disabled = true;
  say(text);
}

function say(text: string): void {
  status.textContent = text;
}
