import { describe, expect, it } from 'vitest';
import { readPageMessage } from '../../../client/src/trace/matrixMessages.js';

describe('a message of the matrix page', () => {
  const whole = [
    { type: 'ready' },
    { type: 'open', uri: 'file:///a.md', line: 3, character: 0 },
    { type: 'export', root: 'file:///', gaps: true, format: 'csv' },
    { type: 'export', root: 'file:///', gaps: false, format: 'html', item: 'STORY-001' },
  ];
  it.each(whole)('is taken: $type', (message) => {
    expect(readPageMessage(message)).toEqual(message);
  });

  it('loses what does not belong to it', () => {
    expect(readPageMessage({ type: 'ready', command: 'workbench.action.quit' })).toEqual({ type: 'ready' });
  });

  const broken: readonly { what: string; message: unknown }[] = [
    { what: 'nothing', message: undefined },
    { what: 'a list', message: [] },
    { what: 'an unknown type', message: { type: 'run' } },
    { what: 'a place without file', message: { type: 'open', line: 0, character: 0 } },
    { what: 'a line below zero', message: { type: 'open', uri: 'file:///a.md', line: -1, character: 0 } },
    { what: 'half a line', message: { type: 'open', uri: 'file:///a.md', line: 0.5, character: 0 } },
    { what: 'an unknown format', message: { type: 'export', root: 'file:///', gaps: true, format: 'exe' } },
    { what: 'an item that is no text', message: { type: 'export', root: '', gaps: true, format: 'md', item: {} } },
  ];
  it.each(broken)('is refused: $what', ({ message }) => {
    expect(readPageMessage(message)).toBeUndefined();
  });
});
