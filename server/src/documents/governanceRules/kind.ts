import type { Problem } from '../parsed.js';
import type { Located } from '../../markdown/span.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { defineDocumentKind } from '../defineDocumentKind.js';

export const governanceRules = defineDocumentKind({
  name: 'governanceRules',
  place: {
    type: 'file',
    setting: 'governanceRules',
    default: 'docs/architecture/governance/rules.md',
    about: 'The governance rules.',
  },
  parse: ({ text }) => {
    const { governanceRules: model, problems } = parseGovernanceRules(text);
    return { model, problems, blocks: scanBlocks(text) };
  },
  form: (placeOf) => ({ path: placeOf('governanceRules'), testCount: 'All {n}+ tests must pass' }),
});

/** `docs/architecture/governance/rules.md`: free text except for the sentence that names a test count. */
export interface GovernanceRules {
  /** The number in every `All {n}+ tests must pass`. */
  readonly testCounts: readonly Located<number>[];
}

/**
 * Reads the governance rules (formats reference, A7): every `All {n}+ tests must pass` anywhere in the text, as PactKit
 * finds it. Never throws.
 */
export function parseGovernanceRules(text: string): {
  readonly governanceRules: GovernanceRules;
  readonly problems: readonly Problem[];
} {
  const testCounts = Array.from(text.matchAll(/\bAll (\d{1,15})\+ tests must pass/gu), ({ 1: digits = '', index }) => {
    const start = index + 'All '.length;
    return { value: Number(digits), span: { start, end: start + digits.length } };
  });
  return { governanceRules: { testCounts }, problems: [] };
}
