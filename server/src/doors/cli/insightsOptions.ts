import { dayOf } from '../../workspace/insights/days.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';

const formats = ['text', 'json', 'html'] as const;

export interface InsightsOptions {
  readonly root: string | undefined;
  readonly format: (typeof formats)[number];
  /** A day, as `dayOf` counts. */
  readonly since: number | undefined;
  readonly help: boolean;
}

/** @throws UsageError */
export function readInsightsOptions(args: readonly string[]): InsightsOptions {
  const { values, positionals } = readArguments('insights', args, {
    ...commonOptions,
    format: { type: 'string' },
    since: { type: 'string' },
  });
  const [root, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`insights takes one PATH, not ${positionals.length}`);
  return {
    root,
    format: oneOf('--format', values.format ?? 'text', formats),
    since: values.since === undefined ? undefined : readDay(values.since),
    help: values.help ?? false,
  };
}

function readDay(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // `2026-02-30` is taken for a day of March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text))
    throw new UsageError(`--since takes a day such as 2026-01-31, not "${text}"`);
  return dayOf(at);
}
