import { parseItemId } from '../../documents/itemId.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';

const traceFormats = ['text', 'json', 'md', 'csv', 'html'] as const;
const impactFormats = ['text', 'json'] as const;

export interface TraceOptions {
  /** Undefined: all items. */
  readonly item: string | undefined;
  readonly root: string | undefined;
  readonly format: (typeof traceFormats)[number];
  /** Only where the way breaks off. */
  readonly gaps: boolean;
  readonly help: boolean;
}

/** @throws UsageError */
export function readTraceOptions(args: readonly string[]): TraceOptions {
  const { values, positionals } = readArguments('trace', args, {
    ...commonOptions,
    root: { type: 'string' },
    format: { type: 'string' },
    gaps: { type: 'boolean' },
  });
  const [item, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`trace takes one ID, not ${positionals.length}`);
  return {
    item: item === undefined ? undefined : readItem(item),
    root: values.root,
    format: oneOf('--format', values.format ?? 'text', traceFormats),
    gaps: values.gaps ?? false,
    help: values.help ?? false,
  };
}

export interface ImpactOptions {
  readonly item: string;
  /** A requirement, criterion or scenario of the item, as written. */
  readonly part: string | undefined;
  readonly root: string | undefined;
  readonly format: (typeof impactFormats)[number];
}

/** @returns 'help' where that is asked for. @throws UsageError */
export function readImpactOptions(args: readonly string[]): ImpactOptions | 'help' {
  const { values, positionals } = readArguments('impact', args, {
    ...commonOptions,
    root: { type: 'string' },
    format: { type: 'string' },
  });
  if (values.help) return 'help';
  const [wanted, ...more] = positionals;
  if (wanted === undefined || more.length > 0)
    throw new UsageError('impact takes one ID, or one part of it: STORY-042, STORY-042/R1, STORY-042/AC2');
  const slash = wanted.indexOf('/');
  return {
    item: readItem(slash < 0 ? wanted : wanted.slice(0, slash)),
    part: slash < 0 ? undefined : wanted.slice(slash + 1),
    root: values.root,
    format: oneOf('--format', values.format ?? 'text', impactFormats),
  };
}

/** @throws UsageError where that is no id. */
export function readItem(text: string): string {
  if (parseItemId(text) !== undefined) return text;
  throw new UsageError(`"${text}" is no item id: write it as its spec has it, e.g. STORY-042`);
}
