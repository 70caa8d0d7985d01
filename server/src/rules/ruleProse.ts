import { writtenRules } from './registry.js';
import type { RuleProse } from './rule.js';

/**
 * What is written about each rule, by its code. Bundles have it as data, and their rules without it: import it where it is shown, when
 * it is.
 */
export const ruleProse: Readonly<Record<string, RuleProse>> = Object.fromEntries(
  writtenRules.map(({ code, why, fix, pactkit }) => [code, { why, fix, pactkit }]),
);
