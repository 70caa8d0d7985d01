import { expect, it, onTestFinished, vi } from 'vitest';
import { runWords } from '../../../client/src/runs/runGraph.js';
import type { RunMessage } from '../../../client/src/runs/runGraphMessages.js';
import { type BuiltPage, openBuiltPage } from '../../support/openBuiltPage.js';

vi.mock('vscode', () => import('./vscode.js'));

/** A page that shows runs which are in the same state. */
async function openPage(): Promise<{ readonly built: BuiltPage; readonly show: (id?: string) => Promise<unknown> }> {
  const built = await openBuiltPage('run', 'run.css');
  onTestFinished(() => built.close());
  const send = (message: RunMessage): Promise<number> => built.send(message);
  await send({ type: 'begin', words: runWords() });
  const show = (id?: string): Promise<unknown> => {
    const runs = ['one', 'two'].map((name) => ({ id: name, name: `Run ${name}` }));
    const state = { summary: 'running', dollars: 0, actions: ['abort' as const], nodes: [], edges: [] };
    return send({ type: 'run', runs, ...(id === undefined ? {} : { shown: { id, ...state } }) });
  };
  return { built, show };
}

it('acts on the run that is shown, where the last one could do the same', async () => {
  const { built, show } = await openPage();
  const abort = built.page.getByRole('button', { name: runWords().runActions.abort });
  await show('one');
  await show('two');
  await abort.click();
  await show();
  expect(await abort.count()).toBe(0);
  await show('two');
  await abort.click();
  const acts = (await built.posted()).filter((message) => JSON.stringify(message).includes('"act"'));
  expect(acts).toEqual(Array.from({ length: 2 }, () => ({ type: 'act', run: 'two', action: 'abort' })));
});

it('offers the runs there are, where as many others were', async () => {
  const { built, show } = await openPage();
  await show('one');
  const runs = [
    { id: 'one', name: 'Run one, renamed' },
    { id: 'three', name: 'Run three' },
  ];
  const shown = { id: 'one', summary: 'running', dollars: 0, actions: [], nodes: [], edges: [] };
  await built.send({ type: 'run', runs, shown } satisfies RunMessage);
  expect(await built.page.locator('option').allTextContents()).toEqual(['Run one, renamed', 'Run three']);
});

it('draws what has changed, of the run that is shown alone', async () => {
  const { built, show } = await openPage();
  await show('one');
  const change = { summary: '1 of 1 merged', dollars: 0, actions: [], nodes: [], edges: [], gone: [] };
  await built.send({ type: 'change', change: { id: 'two', ...change } } satisfies RunMessage);
  expect(await built.page.locator('.status').first().innerText()).toBe('running');
  await built.send({ type: 'change', change: { id: 'one', ...change } } satisfies RunMessage);
  expect(await built.page.locator('.status').first().innerText()).toBe('1 of 1 merged');
});
