import { UsageError } from '../../base/usageError.js';
import type { InputOf } from '../../operations/input.js';
import type { Rule } from '../../rules/rule.js';
import type { CompatVersion, RuleSetting } from '../../workspace/configuration.js';
import { ruleSettings } from '../../workspace/configurationSchema.js';
import { formatField, noCacheField, rootsField } from './command.js';
import type { CommandFields } from './commandFacts.js';
import { findRule } from '../../rules/findRule.js';
import { oneOf } from './commandLine.js';

/** The options of all commands that judge. */
export const lintFields = {
  root: { ...rootsField, description: `${rootsField.description}; paths are shown relative to it` },
  format: formatField('text', 'json', 'sarif', 'junit', 'github'),
  config: {
    type: 'text',
    placeholder: 'FILE',
    description: 'use this configuration instead of .pactwright/config.yaml',
    completes: 'path',
  },
  rule: {
    type: 'texts',
    placeholder: 'CODE=LEVEL',
    description: 'off, info, warning or error for one rule; wins over the configuration',
    completes: 'ruleSetting',
  },
  maxWarnings: { type: 'integer', from: 0, description: 'exit with 1 if there are more warnings' },
  baseline: {
    type: 'text',
    placeholder: 'FILE',
    description:
      'leave out the findings of this baseline (default: .pactwright/baseline.json of each project); a baseline of several projects belongs to the root, because it contains their paths',
    completes: 'path',
  },
  noCache: noCacheField,
} as const satisfies CommandFields;

/** What is judged, and how. */
export interface LintOptions extends Omit<InputOf<typeof lintFields>, 'rule'> {
  /** As given: relative to the current folder, or absolute. */
  readonly paths: readonly string[];
  readonly compat: CompatVersion | undefined;
  /** By code. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly fix: boolean;
  readonly writeBaseline: boolean;
}

/** What `--rule` says, by code. @throws UsageError */
export function readRuleSettings(given: readonly string[], rules: readonly Rule[]): ReadonlyMap<string, RuleSetting> {
  return new Map(
    given.map((setting) => {
      const equals = setting.indexOf('=');
      if (equals < 0) throw new UsageError(`--rule takes CODE=LEVEL, e.g. E005=off, not "${setting}"`);
      const rule = findRule(setting.slice(0, equals), rules, '--rule');
      return [rule.code, oneOf('--rule', setting.slice(equals + 1), ruleSettings)];
    }),
  );
}
