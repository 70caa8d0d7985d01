import { boardRules } from './board/index.js';
import { configurationRules } from './configuration/index.js';
import { isDriftCode } from './driftCodes.js';
import { driftRules } from './drift/index.js';
import { otherDocumentRules } from './otherDocuments/index.js';
import { pactkitRules } from './pactkit/index.js';
import type { Rule, WrittenRule } from './rule.js';
import { specRules } from './spec/index.js';
import { testCaseRules } from './testCase/index.js';
import { traceRules } from './trace/index.js';

/** Only for `ruleProse.ts`: in bundles, rules are without prose. */
export const writtenRules: readonly WrittenRule[] = [
  ...pactkitRules,
  ...specRules,
  ...testCaseRules,
  ...boardRules,
  ...otherDocumentRules,
  ...configurationRules,
  ...driftRules,
  ...traceRules,
];

/** Every rule there is, in the order documentation lists them. Typed without prose, which bundles lack. */
export const allRules: readonly Rule[] = [...writtenRules];

export function ruleOf(code: string): Rule | undefined {
  return allRules.find((rule) => rule.code === code);
}

/** The rules about two places that disagree: what `drift` shows. */
export const rulesOfDrift: readonly Rule[] = allRules.filter(({ code }) => isDriftCode(code));
