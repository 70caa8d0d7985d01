import { parse } from 'yaml';
import type { ParsedDocument } from '../../server/src/documents/document.js';
import { parseSpec } from '../../server/src/documents/spec/parseSpec.js';
import { specFacts } from '../../server/src/documents/spec/specFacts.js';
import { parseTestCase } from '../../server/src/documents/testCase/parseTestCase.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { agreedScenarios } from '../../server/src/rules/drift/agreedScenarios.js';
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
  /** The names of changes that a person approved. */
  readonly approved?: readonly string[];
}

/**
 * What the record says, from what a fixture says.
 *
 * @param agreed by the paths of specs and test cases, the texts they had when they were frozen; of other specs only that it was
 *   another text, and of other test cases nothing.
 */
export function createRecordedItems(yaml: string, agreed: ReadonlyMap<string, string>): RecordedItems {
  const stated = (parse(yaml) ?? []) as readonly RecordedStatement[]; // a fixture; a mistake in it fails the test
  return new Map(
    stated.map(({ item, at, base = '', done = false, approved }) => {
      const text = agreed.get(`docs/specs/${item}.md`);
      const cases = agreed.get(`docs/test_cases/${item}_case.md`);
      const spec =
        at === undefined
          ? undefined
          : {
              ...agreedSpec(text, Date.parse(at), hashOfCommit(base)),
              ...(cases === undefined ? {} : scenariosIn(cases)),
            };
      return [item, { done, ...(spec ? { agreed: spec } : {}), ...(approved ? { approved: new Set(approved) } : {}) }];
    }),
  );
}

function agreedSpec(text: string | undefined, at: number, base: string): AgreedSpec {
  if (text === undefined) return { hash: 'of another text', at, base };
  const { spec: model } = parseSpec(text, scanBlocks(text));
  const document = { ...asDocument(text), kind: 'spec' as const, model, facts: specFacts(model) };
  return { hash: frozenHash(document), at, base, parts: partHashes(document) };
}

function scenariosIn(text: string): Pick<AgreedSpec, 'scenarios'> {
  const { testCase: model } = parseTestCase(text, scanBlocks(text));
  return {
    scenarios: agreedScenarios([{ ...asDocument(text), kind: 'testCase', model, facts: { scenarioIds: false } }]),
  };
}

function asDocument(text: string): Omit<ParsedDocument<'spec'>, 'kind' | 'model' | 'facts'> {
  return {
    path: '',
    text,
    problems: [],
    blocks: scanBlocks(text),
    lines: createLineIndex(text),
    suppressions: [],
  };
}
