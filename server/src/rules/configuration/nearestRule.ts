import { nearestName } from '../../base/nearestName.js';
import type { RuleName } from '../rule.js';

/**
 * The code or name of the rule that `written` was most likely meant to be. Of codes only letter case is certain: one digit
 * off, it is another rule's.
 */
export function nearestRule(written: string, rules: readonly RuleName[]): string | undefined {
  const upper = written.toUpperCase();
  if (rules.some(({ code }) => code === upper)) return upper;
  return nearestName(
    written,
    rules.map(({ name }) => name),
  );
}
