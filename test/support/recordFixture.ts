import { parse } from 'yaml';
import { parseSpec } from '../../server/src/documents/parseSpec.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { partHashes } from '../../server/src/rules/drift/whatWasAgreed.js';
import { type AgreedSpec, frozenHash, type RecordedItems } from '../../server/src/workspace/recordedItems.js';
import { hashOfCommit } from './gitFixture.js';

interface RecordedStatement {
  readonly item: string;
  /** An ISO date: when its spec was frozen; it never was where nothing is said. */
  readonly at?: string;
  /** A commit, by its short id. */
  readonly base?: string;
  readonly done?: boolean;
}

/**
 * What the record says, from what a fixture says.
 *
 * @param agreed by the paths of specs, the texts they had when they were frozen; of others only that it was another text.
 */
export function createRecordedItems(yaml: string, agreed: ReadonlyMap<string, string>): RecordedItems {
  const stated = (parse(yaml) ?? []) as readonly RecordedStatement[]; // a fixture; a mistake in it fails the test
  return new Map(
    stated.map(({ item, at, base = '', done = false }) => {
      const text = agreed.get(`docs/specs/${item}.md`);
      const spec = at === undefined ? undefined : agreedSpec(text, Date.parse(at), hashOfCommit(base));
      return [item, { done, ...(spec ? { agreed: spec } : {}) }];
    }),
  );
}

function agreedSpec(text: string | undefined, at: number, base: string): AgreedSpec {
  if (text === undefined) return { hash: 'of another text', at, base };
  const { spec: model } = parseSpec(text, scanBlocks(text));
  const document = {
    kind: 'spec' as const,
    path: '',
    text,
    model,
    problems: [],
    blocks: scanBlocks(text),
    lines: createLineIndex(text),
    suppressions: [],
  };
  return { hash: frozenHash(document), at, base, parts: partHashes(document) };
}
