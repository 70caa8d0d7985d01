import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestName } from '../../base/nearestName.js';
import { UsageError } from '../../base/usageError.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options every command takes. */
export const commonOptions = {
  help: { type: 'boolean', short: 'h' },
  debug: { type: 'boolean' },
} as const satisfies Options;

/**
 * Reads a command's arguments.
 *
 * @throws UsageError for an option that does not exist (with the nearest that does) or lacks its value.
 */
export function readArguments<O extends Options>(
  command: string,
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(describe(command, error, Object.keys(options)));
  }
}

function describe(command: string, error: unknown, names: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-{1,2}[^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const nearest = nearestName(unknown.replace(/^-+/, ''), names);
    return `there is no option ${unknown}${nearest === undefined ? '' : `, perhaps you mean --${nearest}`} (\`pactwright ${command} --help\` lists them)`;
  }
  const [first = message] = message.split(/\.\s|\n/);
  return `${first.charAt(0).toLowerCase()}${first.slice(1)} (\`pactwright ${command} --help\` says more)`;
}

/** @throws UsageError where the value is none of those that exist. */
export function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  const found = values.find((known) => known === value);
  if (found !== undefined) return found;
  const nearest = nearestName(value, values);
  throw new UsageError(
    `${option} takes ${values.join(', ')}, not "${value}"${nearest === undefined ? '' : ` (perhaps ${nearest})`}`,
  );
}
