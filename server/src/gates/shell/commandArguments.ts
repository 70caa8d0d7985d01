/** The arguments of a program, sorted as getopt does. */
export interface CommandArguments {
  /** Long ones with their value, if any (`--prune=now`), short ones one by one (`-fd` as `-f`, `-d`), in front of `--`. */
  readonly options: ReadonlySet<string>;
  readonly operands: readonly string[];
  /** What is behind `--`; undefined if there is none. */
  readonly behind: readonly string[] | undefined;
}

/** @param spec which short options take a value, as getopt has it: `m:` a value or the next argument, `u::` only a value attached to it. */
export function sortArguments(args: readonly string[], spec = ''): CommandArguments {
  const options = new Set<string>();
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') return { options, operands, behind: args.slice(index + 1) };
    if (arg.startsWith('--')) options.add(arg);
    else if (arg.startsWith('-') && arg.length > 1)
      for (let at = 1; at < arg.length; at++) {
        const letter = arg.charAt(at);
        options.add(`-${letter}`);
        if (!spec.includes(`${letter}:`)) continue;
        if (at === arg.length - 1 && !spec.includes(`${letter}::`)) index++;
        break;
      }
    else operands.push(arg);
  }
  return { options, operands, behind: undefined };
}

/** Whether one of the options is given; a long one also with a value, or cut short as git and GNU programs let it be. */
export function hasOption({ options }: CommandArguments, ...wanted: readonly string[]): boolean {
  return wanted.some(
    (option) =>
      options.has(option) ||
      (option.startsWith('--') &&
        Array.from(options).some((given) => {
          const [name = ''] = given.split('=', 1);
          return name === option || (name.length >= shortest && option.startsWith(name) && !whole.has(name));
        })),
  );
}

/** `--f` may be anything; `--for` is `--force`. */
const shortest = 5;
/** Options of their own that others begin with. */
const whole: ReadonlySet<string> = new Set(['--force', '--delete', '--prune']);
