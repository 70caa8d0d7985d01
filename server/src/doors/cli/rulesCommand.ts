import { renderRuleReference } from '../../rules/reference.js';
import { allRules } from '../../rules/registry.js';
import { commonOptions, readArguments } from './arguments.js';
import { rulesHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { findRule } from './lintOptions.js';

/** `pactwright rules`. @throws UsageError */
export function runRules(args: readonly string[], io: Io): ExitCode {
  const { values, positionals } = readArguments('rules', args, commonOptions);
  if (positionals.length > 1) throw new UsageError('rules explains one rule at a time: name one CODE');
  const [wanted] = positionals;
  if (values.help) io.out(rulesHelp);
  else io.out(wanted === undefined ? list() : renderRuleReference(findRule(wanted, allRules, 'rules')));
  return exitCodes.fine;
}

function list(): string {
  const width = Math.max(...allRules.map(({ code }) => code.length));
  return allRules
    .map(({ code, severity, summary }) => `${code.padEnd(width)}  ${severity.padEnd(7)}  ${summary}\n`)
    .join('');
}
