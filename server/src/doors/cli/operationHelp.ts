import { optionName } from '../../operations/commandOf.js';
import type { Operation } from '../../operations/operation.js';

/** The line that says how an operation is called. */
export function operationUsage({ name, fields }: Operation): string {
  const places = Object.entries(fields).flatMap(([field, { positional, required, type }]) => {
    if (!positional) return [];
    const place = `${field.toUpperCase()}${type === 'texts' ? '…' : ''}`;
    return [required ? place : `[${place}]`];
  });
  return ['pactwright', name, ...places, '[OPTION…]'].join(' ');
}

/** All that an operation takes, first what stands without a name: each as it is written, and what it says. */
export function operationArguments({ fields, writes }: Operation): readonly (readonly [string, string])[] {
  const places = Object.entries(fields).flatMap(([field, { positional, description }]) =>
    positional ? [[field.toUpperCase(), description] as const] : [],
  );
  const own = Object.entries(fields).flatMap(([field, { positional, type, description, values }]) => {
    if (positional) return [];
    const value = type === 'flag' ? '' : type === 'integer' ? ' N' : ' TEXT';
    return [
      [
        `--${optionName(field)}${value}`,
        `${description}${type === 'texts' ? '; may be repeated' : ''}${values ? ` (${values.join(', ')})` : ''}`,
      ] as const,
    ];
  });
  return [
    ...places,
    ...own,
    ['--root DIR', 'the project (default: the current folder, or the one project above or below it)'],
    ['--format FORMAT', 'text (default) or json'],
    ...(writes ? [['--dry-run', 'show what would be done, and do nothing'] as const] : []),
    ['--debug', 'show the stack of an error'],
  ];
}

const column = 25;

/** What `--help` says of an operation; its reference page says the same and more. */
export function operationHelp(operation: Operation): string {
  const lines = operationArguments(operation).map(([left, right]) =>
    left.length < column - 3 ? `  ${left.padEnd(column - 2)}${right}` : `  ${left}\n${' '.repeat(column)}${right}`,
  );
  return `${operation.summary}.\n\nUsage: ${operationUsage(operation)}\n\n${lines.join('\n')}\n\nExit codes: 0 done, 1 refused, 2 a wrong command line, input or configuration, 3 not written or not known.\n`;
}
