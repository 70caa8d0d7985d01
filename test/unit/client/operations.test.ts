import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperations } from '../../../client/src/editor/operations.js';
import type { ServerLink } from '../../../client/src/editor/serverLink.js';
import * as vscode from './vscode.js';

const item = 'STORY-001';

describe('a refusal', () => {
  const shown: string[] = [];
  beforeEach(() => {
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => {
        shown.push(message);
        return Promise.resolve(undefined);
      },
    });
  });
  afterEach(() => shown.splice(0));

  it.each([
    [{ kind: 'refused', code: 'locked', message: 'another one writes', candidates: [] }, 'another one writes'],
    [undefined, 'the Pactwright server does not answer; its log says why'],
  ] as const)('is shown by run, and only answered by ask', async (answer, reason) => {
    const request = (() => Promise.resolve(answer)) as unknown as ServerLink['request']; // of one request
    const operations = createOperations({ request }, '/cli.js');
    expect(await operations.ask('file:///p', 'board tick', { item })).toMatchObject({
      kind: 'refused',
      message: reason,
    });
    expect(shown).toEqual([]);
    expect(await operations.run('file:///p', 'board tick', { item })).toMatchObject({
      kind: 'refused',
      message: reason,
    });
    expect(shown).toEqual([`Nothing was changed: ${reason}.`]);
  });
});
