import { nearestName } from '../../base/nearestName.js';
import type { Rule } from '../../rules/rule.js';
import type { CompatVersion, RuleSetting } from '../../workspace/configuration.js';
import { compatVersions, ruleSettings } from '../../workspace/configurationSchema.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';
import { readItem } from './traceOptions.js';

const formats = ['text', 'json', 'sarif', 'junit', 'github'] as const;
export type Format = (typeof formats)[number];

export interface LintOptions {
  /** As given: relative to the current folder, or absolute. */
  readonly paths: readonly string[];
  readonly root: string | undefined;
  readonly git: boolean;
  readonly format: Format;
  readonly config: string | undefined;
  readonly compat: CompatVersion | undefined;
  /** By code. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly maxWarnings: number | undefined;
  readonly fix: boolean;
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  /** Nothing of an earlier run is used, and nothing of this one kept. */
  readonly noCache: boolean;
  readonly help: boolean;
}

/** @throws UsageError */
export function readLintOptions(args: readonly string[], rules: readonly Rule[]): LintOptions {
  const { values, positionals } = readArguments('lint', args, {
    ...commonOptions,
    root: { type: 'string' },
    git: { type: 'boolean' },
    format: { type: 'string' },
    config: { type: 'string' },
    compat: { type: 'string' },
    rule: { type: 'string', multiple: true },
    'max-warnings': { type: 'string' },
    fix: { type: 'boolean' },
    baseline: { type: 'string' },
    'write-baseline': { type: 'boolean' },
    'no-cache': { type: 'boolean' },
  });
  const writeBaseline = values['write-baseline'] ?? false;
  if (writeBaseline && positionals.length > 0)
    throw new UsageError('--write-baseline takes no PATH: a baseline holds all findings of a project');
  const maxWarnings = values['max-warnings'];
  return {
    paths: positionals,
    root: values.root,
    git: values.git ?? false,
    format: oneOf('--format', values.format ?? 'text', formats),
    config: values.config,
    compat: values.compat === undefined ? undefined : oneOf('--compat', values.compat, compatVersions),
    rules: new Map((values.rule ?? []).map((setting) => readSetting(setting, rules))),
    maxWarnings: maxWarnings === undefined ? undefined : readCount('--max-warnings', maxWarnings),
    fix: values.fix ?? false,
    baseline: values.baseline,
    writeBaseline,
    noCache: values['no-cache'] ?? false,
    help: values.help ?? false,
  };
}

export interface DriftOptions extends LintOptions {
  /** The item asked for; undefined: all. */
  readonly item: string | undefined;
}

/** @throws UsageError */
export function readDriftOptions(args: readonly string[], rules: readonly Rule[]): DriftOptions {
  const { values, positionals } = readArguments('drift', args, {
    ...commonOptions,
    root: { type: 'string' },
    format: { type: 'string' },
    config: { type: 'string' },
    rule: { type: 'string', multiple: true },
    'max-warnings': { type: 'string' },
    baseline: { type: 'string' },
  });
  const [item, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`drift takes one ID, not ${positionals.length}`);
  const maxWarnings = values['max-warnings'];
  return {
    item: item === undefined ? undefined : readItem(item),
    paths: [],
    root: values.root,
    git: true,
    format: oneOf('--format', values.format ?? 'text', formats),
    config: values.config,
    compat: undefined,
    rules: new Map((values.rule ?? []).map((setting) => readSetting(setting, rules))),
    maxWarnings: maxWarnings === undefined ? undefined : readCount('--max-warnings', maxWarnings),
    fix: false,
    baseline: values.baseline,
    writeBaseline: false,
    noCache: true,
    help: values.help ?? false,
  };
}

function readSetting(setting: string, rules: readonly Rule[]): readonly [string, RuleSetting] {
  const equals = setting.indexOf('=');
  if (equals < 0) throw new UsageError(`--rule takes CODE=LEVEL, e.g. E005=off, not "${setting}"`);
  const rule = findRule(setting.slice(0, equals), rules, '--rule');
  return [rule.code, oneOf('--rule', setting.slice(equals + 1), ruleSettings)];
}

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
    `${asker}: there is no rule "${wanted}"${nearest === undefined ? '' : `, perhaps you mean ${nearest}`} (\`pactwright rules\` lists them)`,
  );
}

function readCount(option: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${option} takes a number from 0 on, not "${value}"`);
  return Number(value);
}
