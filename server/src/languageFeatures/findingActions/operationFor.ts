import type { Finding } from '../../rules/finding.js';

/** An operation that fixes a finding that edits of documents alone cannot fix. */
export interface OfferedOperation {
  /** An imperative without full stop. */
  readonly title: string;
  /** As on the command line: `new-test-file`. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const context: OfferedOperation = { title: 'Regenerate the context', name: 'context', input: {} };

/** @param finding of any rule. */
export function operationFor({
  code,
  item,
  scenario,
}: Pick<Finding, 'code' | 'item' | 'scenario'>): OfferedOperation | undefined {
  switch (code) {
    case 'PW401':
    case 'PW402':
    case 'PW404':
    case 'PW624':
      return context;
    case 'PW706':
      if (item === undefined) return undefined;
      return scenario === undefined
        ? { title: `Create a test file for ${item}`, name: 'new-test-file', input: { item } }
        : { title: `Create a test for ${scenario}`, name: 'new-test-file', input: { item, scenario } };
    default:
      return undefined;
  }
}
