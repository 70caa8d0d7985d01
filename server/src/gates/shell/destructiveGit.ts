import { isSourcePath } from '../../code/otherSyntaxes.js';
import { type CommandArguments, hasOption, sortArguments } from './commandArguments.js';
import type { ShellCommand } from './shellCommands.js';

/** A way in which git throws something away, or passes by what looks after it. All that is said has to hold. */
interface GitRule {
  /** The first operand: `drop` of `git stash drop`. */
  readonly verb?: RegExp;
  /** At least one of these options. */
  readonly options?: readonly string[];
  /** None of these. */
  readonly without?: readonly string[];
  readonly where?: (args: CommandArguments) => boolean;
  /** Completes "…, which". */
  readonly why: string;
}

const dryRun = ['-n', '--dry-run'];
const passesHooks = 'bypasses commit hooks';
const discards = 'discards uncommitted changes';
const losesStash = 'drops stashed changes';

/** By subcommand. @see https://git-scm.com/docs */
const rules: Readonly<Record<string, readonly GitRule[]>> = {
  push: [
    {
      options: ['--force', '-f', '--force-with-lease', '--mirror', '--prune'],
      without: dryRun,
      why: 'removes commits from remote branches',
    },
    {
      where: ({ operands }) => operands.slice(1).some((ref) => ref.startsWith('+')),
      without: dryRun,
      why: 'removes commits from a remote branch',
    },
    { options: ['--delete', '-d'], without: dryRun, why: 'deletes a remote branch or tag' },
    {
      where: ({ operands }) => operands.slice(1).some((ref) => /^:./u.test(ref)),
      without: dryRun,
      why: 'deletes a remote branch or tag',
    },
    { options: ['--no-verify'], why: passesHooks },
  ],
  reset: [{ options: ['--hard', '--merge'], why: discards }],
  clean: [{ options: ['--force', '-f'], without: dryRun, why: 'deletes untracked files' }],
  checkout: [
    { options: ['--force', '-f'], why: discards },
    {
      without: ['-b', '-B', '--orphan', '--patch', '-p', '--ours', '--theirs'],
      where: ({ operands, behind = [] }) => behind.length > 0 || operands.some(isFile),
      why: discards,
    },
  ],
  restore: [
    { without: ['--staged', '-S', '--patch', '-p'], where: hasFiles, why: discards },
    { options: ['--worktree', '-W'], without: ['--patch', '-p'], where: hasFiles, why: discards },
  ],
  switch: [{ options: ['--force', '-f', '--discard-changes'], why: discards }],
  rm: [{ options: ['--force', '-f'], without: [...dryRun, '--cached'], why: discards }],
  branch: [
    { options: ['-D'], why: 'deletes a branch even if it is not merged' },
    { options: ['--force', '-f'], why: 'moves or deletes a branch without a check' },
  ],
  tag: [
    { options: ['-d', '--delete'], why: 'deletes a tag' },
    { options: ['-f', '--force'], why: 'moves a tag' },
  ],
  stash: [{ verb: /^(?:drop|clear)$/u, why: losesStash }],
  reflog: [{ verb: /^(?:expire|delete)$/u, without: dryRun, why: 'deletes the reflog' }],
  'update-ref': [{ options: ['-d'], why: 'deletes a ref' }],
  'filter-branch': [{ why: 'rewrites the history' }],
  'filter-repo': [{ without: ['--dry-run', '--analyze'], why: 'rewrites the history' }],
  gc: [
    {
      options: ['--prune=now', '--prune=all'],
      why: 'deletes unreachable commits, so they cannot be restored',
    },
  ],
  prune: [{ without: dryRun, why: 'deletes unreachable commits, so they cannot be restored' }],
  commit: [{ options: ['--no-verify', '-n'], why: passesHooks }],
  merge: [{ options: ['--no-verify'], why: passesHooks }],
  rebase: [{ options: ['--no-verify'], why: passesHooks }],
  am: [{ options: ['--no-verify', '-n'], why: passesHooks }],
  worktree: [{ verb: /^remove$/u, options: ['--force', '-f'], why: 'deletes a worktree with uncommitted changes' }],
  config: [
    {
      without: ['--get', '--get-all', '--list', '-l'],
      where: setsHooksPath,
      why: 'changes which hooks git runs',
    },
  ],
};

/** The short options with a value, by subcommand: `-m no` is no `-n`. */
const valued: Readonly<Record<string, string>> = {
  commit: 'm:F:C:c:t:u::S::',
  merge: 'm:F:s:X:S::',
  rebase: 'x:s:X:C:S::',
  am: 'p:C:S::',
  push: 'o:',
  restore: 's:',
  switch: 'c:C:',
  checkout: 'b:B:',
  clean: 'e:',
  tag: 'm:u:F:n::',
  branch: 'u:',
  config: 'f:',
};
/** Options of git itself, in front of the subcommand, whose value is the next word. */
const globalValued: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source'.split(' '),
);
/** Variables by which hook managers are told to stand aside (husky, lefthook, pre-commit). */
const standAside = /^(?:HUSKY=0|HUSKY_SKIP_HOOKS=1|LEFTHOOK=(?:0|false)|SKIP=.+)$/u;

/** Where among the words of a call of git its subcommand is. */
export function subcommandAt(words: readonly string[]): number {
  let at = 1;
  for (; (words[at] ?? '').startsWith('-'); at++) if (globalValued.has(words[at] ?? '')) at++;
  return at;
}

/** Why a call of git is destructive, to complete "…, which"; undefined if it is not. */
export function destructiveGit({ words, assignments }: ShellCommand): string | undefined {
  const at = subcommandAt(words);
  const isWithoutHooks =
    assignments.some((one) => standAside.test(one)) ||
    words.slice(1, at).some((word) => /^core\.hookspath=/iu.test(word));
  const subcommand = words[at] ?? '';
  if (!Object.hasOwn(rules, subcommand)) return undefined;
  const args = sortArguments(words.slice(at + 1), valued[subcommand]);
  const found = rules[subcommand]?.find((rule) => holds(rule, args));
  return (
    found?.why ?? (isWithoutHooks && /^(?:commit|push|merge|rebase|am)$/u.test(subcommand) ? passesHooks : undefined)
  );
}

function holds({ verb, options, without = [], where }: GitRule, args: CommandArguments): boolean {
  return (
    (!verb || verb.test(args.operands[0] ?? '')) &&
    (!options || hasOption(args, ...options)) &&
    !hasOption(args, ...without) &&
    (!where || where(args))
  );
}

function hasFiles({ operands, behind = [] }: CommandArguments): boolean {
  return operands.length + behind.length > 0;
}

/** Without `--` git takes a name for a branch first; these are none. */
function isFile(name: string): boolean {
  return (
    /^(?:\.{1,2}(?:\/|$)|:\/|\*)/u.test(name) ||
    isSourcePath(name) ||
    /\.(?:md|json|ya?ml|toml|txt|css|html|lock)$/u.test(name)
  );
}

/** `git config core.hooksPath` alone only shows it. */
function setsHooksPath(args: CommandArguments): boolean {
  const { operands } = args;
  const [verb = ''] = operands;
  if (!operands.some((name) => name.toLowerCase() === 'core.hookspath') || /^(?:get|list)$/u.test(verb)) return false;
  return operands.length > 1 || hasOption(args, '--unset', '--unset-all');
}
