import { type GateName, gateNames } from '../../gates/gate.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';
import { readItem } from './traceOptions.js';

const formats = ['text', 'json', 'md', 'events'] as const;

export interface GateOptions {
  readonly gate: GateName;
  readonly item: string;
  readonly root: string | undefined;
  /** Undefined: the one the configuration names. */
  readonly profile: string | undefined;
  readonly format: (typeof formats)[number];
  readonly fresh: boolean;
  readonly recorded: boolean;
  readonly trustCommands: boolean;
}

/** @returns 'help' where that is asked for. @throws UsageError */
export function readGateOptions(args: readonly string[]): GateOptions | 'help' {
  const { values, positionals } = readArguments('gate', args, {
    ...commonOptions,
    root: { type: 'string' },
    profile: { type: 'string' },
    format: { type: 'string' },
    fresh: { type: 'boolean' },
    recorded: { type: 'boolean' },
    'trust-commands': { type: 'boolean' },
  });
  if (values.help) return 'help';
  const [gate, item, ...more] = positionals;
  if (gate === undefined || item === undefined || more.length > 0)
    throw new UsageError('gate takes the NAME of a gate and one ID: `pactwright gate done STORY-042`');
  if (values.fresh && values.recorded)
    throw new UsageError('--fresh runs everything and --recorded nothing: choose one');
  return {
    gate: oneOf('gate', gate, gateNames),
    item: readItem(item),
    root: values.root,
    profile: values.profile,
    format: oneOf('--format', values.format ?? 'text', formats),
    fresh: values.fresh ?? false,
    recorded: values.recorded ?? false,
    trustCommands: values['trust-commands'] ?? false,
  };
}

/** @returns 'help' where that is asked for. @throws UsageError */
export function readExplainOptions(args: readonly string[]): GateOptions | 'help' {
  const { values, positionals } = readArguments('explain', args, {
    ...commonOptions,
    root: { type: 'string' },
    gate: { type: 'string' },
    profile: { type: 'string' },
  });
  if (values.help) return 'help';
  const [item, ...more] = positionals;
  if (item === undefined || more.length > 0)
    throw new UsageError('explain takes one ID: `pactwright explain STORY-042`');
  return {
    gate: oneOf('--gate', values.gate ?? 'done', gateNames),
    item: readItem(item),
    root: values.root,
    profile: values.profile,
    format: 'md',
    fresh: false,
    recorded: true,
    trustCommands: false,
  };
}
