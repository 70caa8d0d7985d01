import { nearestName } from '../base/nearestName.js';
import { UsageError } from '../base/usageError.js';
import type { Rule } from './rule.js';

/**
 * The rule of a code or name, letter case ignored.
 *
 * @param asker what to begin the message with.
 * @throws UsageError with the nearest code or name there is.
 */
export function findRule(wanted: string, rules: readonly Rule[], asker: string): Rule {
  const lower = wanted.toLowerCase();
  const found = rules.find(({ code, name }) => code.toLowerCase() === lower || name === lower);
  if (found) return found;
  const nearest = nearestName(
    wanted,
    rules.flatMap(({ code, name }) => [code, name]),
  );
  throw new UsageError(
    `${asker}: there is no rule "${wanted}"${nearest === undefined ? '' : `; did you mean ${nearest}?`} (\`pactwright rules\` lists them)`,
  );
}
