import { expect, it } from 'vitest';
import { shortHash } from '../../../server/src/base/contentHash.js';
import { keptSources } from '../../../server/src/project/keptSources.js';
import { DocumentStore } from '../../../server/src/workspace/documentStore.js';
import { createMemoryFiles } from '../../support/memoryFiles.js';

const facts = [
  { isTest: false, labels: [], deferrals: [], named: [] },
  { suites: [], tests: [] },
]
  .map((part) => JSON.stringify(part))
  .join('\r');
const nothing = { factsHash: '', judgedIn: '', findings: '', said: '' };

/** A source file that was kept with a text, in a project that is notified of changes. */
function recalled(kept: string) {
  const record = { kind: 'source', stamp: 'one', hash: shortHash(kept), facts, ...nothing };
  const records = { records: new Map([['cart.ts', record]]), generation: '', sizes: undefined };
  let onDisk = kept;
  const read = () => ({ kind: 'file', bytes: new TextEncoder().encode(onDisk) }) as const;
  const sources = keptSources(new DocumentStore(records, 0), { ...createMemoryFiles(), read }, true);
  const options = { within: '/p', maxBytes: 100 };
  const stamp = { text: 'one', changedAt: 0 };
  const source = sources.recall({ path: 'cart.ts', place: '/p/cart.ts', options, stamp })?.source;
  if (!source) throw new Error('it was not kept');
  return { source, sources, write: (text: string) => (onDisk = text) };
}

it('a source file that was changed back has its own text and lines again', () => {
  const { source, sources, write } = recalled('one\n');
  write('one\ntwo\n');
  expect([source.text, source.lines.lineCount]).toEqual(['one\ntwo\n', 3]);
  write('one\n');
  expect(sources.isSame(source, 'one\n')).toBe(true);
  expect([source.text, source.lines.lineCount]).toEqual(['one\n', 2]);
  // Its own text is not read again.
  write('three\n');
  expect(source.text).toBe('one\n');
});
