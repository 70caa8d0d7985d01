import { writtenRules } from './registry.js';
import type { RuleProse } from './rule.js';

/** What is written about each rule, by its code. Bundles contain it as data, and rules without it: import it only where it is shown. */
export const ruleProse: Readonly<Record<string, RuleProse>> = Object.fromEntries(
  writtenRules.map(({ code, why, fix, pactkit }) => [code, { why, fix, pactkit }]),
);
