import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { branchByHand, commitByHand, setByHand } from './commitByHand.js';
import { temporaryFolder, writeFiles } from './temporaryFolder.js';

const environment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C',
};

/** A moment from which the commits of tests are counted. */
export const firstCommitAt = Date.UTC(2026, 0, 5, 9);
const minute = 60_000;

/** Files by path; null deletes one. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

interface CommitOptions {
  readonly author?: string;
  /** Milliseconds since 1970; a minute after the last commit where it is left out. */
  readonly at?: number;
}

/** A repository in a temporary folder. Nothing of it hangs on the machine's own configuration of git, or on the clock. */
export interface GitRepository {
  readonly folder: string;
  /** Runs git in it and says what git says. */
  readonly git: (...args: readonly string[]) => string;
  /** Runs git with bytes for its standard input. */
  readonly gitWith: (input: string | Uint8Array, ...args: readonly string[]) => string;
  readonly write: (files: Files) => void;
  /** Writes files and commits all there is. @returns the commit's hash. */
  readonly commit: (message: string, files?: Files, options?: CommitOptions) => string;
  /** Creates a branch here and checks it out. */
  readonly branch: (name: string, from?: string) => void;
  readonly checkout: (what: string) => void;
  /** Merges with a commit of its own. */
  readonly merge: (branch: string, message?: string) => void;
  readonly squash: (branch: string, message: string) => void;
  readonly rebase: (onto: string) => void;
  readonly tag: (name: string, message?: string) => void;
  /** @returns the folder of the new worktree, beside the repository's. */
  readonly worktree: (branch: string, ...options: readonly string[]) => string;
}

/** A new repository with the branch `main` and no commits: what `git init` writes, without starting git. */
export function gitRepository(folder: string = temporaryFolder()): GitRepository {
  for (const part of ['hooks', 'info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    mkdirSync(path.join(folder, '.git', part), { recursive: true });
  writeFiles(folder, { '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': configuration });
  return openGitRepository(folder);
}

/** As `git init` writes it; and nothing is tidied up behind the commits, which would start two more processes for each. */
const configuration = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
[gc]
\tauto = 0
[maintenance]
\tauto = false
`;

/** The commands that leave an index as anybody would expect it. */
const usual: ReadonlySet<string> = new Set(
  ['branch', 'checkout', 'commit', 'config', 'log', 'ls-files', 'merge', 'reset', 'rev-parse', 'show', 'status'].concat(
    ['switch', 'tag', 'update-ref', 'worktree', 'rebase', 'symbolic-ref', 'diff', 'for-each-ref', 'clone'],
  ),
);

export function cloneRepository(from: GitRepository, ...options: readonly string[]): GitRepository {
  const folder = path.join(temporaryFolder(), 'clone');
  from.git('clone', '--quiet', ...options, `file://${from.folder}`, folder);
  return openGitRepository(folder);
}

/**
 * A repository with all that another one holds, its git folder included; it starts no git.
 *
 * @param after when its last commit was made, in milliseconds since 1970.
 */
export function copyRepository(from: GitRepository, after: number): GitRepository {
  const folder = temporaryFolder();
  cpSync(from.folder, folder, { recursive: true, verbatimSymlinks: true });
  return openGitRepository(folder, after);
}

function identityAt(at: number, author = 'Ann Example'): Readonly<Record<string, string>> {
  const date = `${Math.floor(at / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: 'ann@example.org',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: author,
    GIT_COMMITTER_EMAIL: 'ann@example.org',
    GIT_COMMITTER_DATE: date,
  };
}

/** @param after when its last commit was made, in milliseconds since 1970. */
export function openGitRepository(folder: string, after = firstCommitAt): GitRepository {
  let now = after;
  const run = (args: readonly string[], input?: string | Uint8Array, options: CommitOptions = {}): string => {
    if (options.at === undefined) now += minute;
    const identity = identityAt(options.at ?? now, options.author);
    return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd: folder,
      env: { ...environment, ...identity },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(input === undefined ? {} : { input }),
    }).trim();
  };
  /** Whether git may have been told something about its index that counts where files are added. */
  let isPlain = true;
  const git = (...args: readonly string[]): string => {
    if (setByHand(folder, args)) {
      now += minute;
      return '';
    }
    isPlain &&= usual.has(args[0] ?? '');
    return run(args);
  };
  const write = (files: Files): void => {
    for (const [file, content] of Object.entries(files)) {
      if (content === null) rmSync(path.join(folder, file), { force: true });
      else writeFiles(folder, { [file]: content });
    }
  };

  return {
    folder,
    git,
    gitWith: (input, ...args) => {
      isPlain = false;
      return run(args, input);
    },
    write,
    commit: (message, files = {}, options = {}) => {
      write(files);
      // Two processes, whose times are counted even where neither is started.
      const { author: name = 'Ann Example', at = now + 2 * minute } = options;
      const made = isPlain ? commitByHand(folder, configuration, message, { name, at }) : undefined;
      if (made !== undefined) {
        now += options.at === undefined ? 2 * minute : minute;
        return made;
      }
      run(['add', '--all']);
      run(
        ['commit', '--quiet', '--allow-empty', '--allow-empty-message', '--cleanup=verbatim', '--file=-'],
        message,
        options,
      );
      return headOf(folder) ?? git('rev-parse', 'HEAD');
    },
    branch: (name, from = 'HEAD') => {
      if (isPlain && from === 'HEAD' && branchByHand(folder, name, { name: 'Ann Example', at: now + minute }))
        now += minute;
      else git('checkout', '--quiet', '-b', name, from);
    },
    checkout: (what) => void git('checkout', '--quiet', what),
    merge: (branch, message = `Merge ${branch}`) =>
      void git('merge', '--quiet', '--no-ff', '--strategy-option=theirs', '-m', message, branch),
    squash: (branch, message) => {
      git('merge', '--quiet', '--squash', '--strategy-option=theirs', branch);
      git('commit', '--quiet', '--allow-empty', '-m', message);
    },
    rebase: (onto) => void git('rebase', '--quiet', '--strategy-option=theirs', onto),
    tag: (name, message) => void git('tag', ...(message === undefined ? [] : ['-a', '-m', message]), name),
    worktree: (branch, ...options) => {
      const beside = path.join(temporaryFolder(), branch.replaceAll('/', '-'));
      git('worktree', 'add', '--quiet', ...options, beside, branch);
      return beside;
    },
  };
}

/** The commit that HEAD names, as its file says; undefined where that is not all to it, as in a worktree. */
function headOf(folder: string): string | undefined {
  const read = (name: string): string | undefined => {
    const file = path.join(folder, '.git', name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  const head = read('HEAD');
  const [, branch] = /^ref: (.*)$/u.exec(head ?? '') ?? [];
  return branch === undefined ? head : read(branch);
}

/** Puts a program named `git` before all others; undone by the function returned. */
export function withGitProgram(script: string): () => void {
  const folder = temporaryFolder({ git: script });
  execFileSync('chmod', ['+x', path.join(folder, 'git')]);
  const before = process.env['PATH'];
  process.env['PATH'] = `${folder}${path.delimiter}${before ?? ''}`;
  return () => {
    process.env['PATH'] = before;
  };
}

export interface LongHistoryOptions {
  readonly commits: number;
  /** Every so many commits one is a merge of a branch with one commit; never where it is left out. */
  readonly mergeEvery?: number;
}

/** A history of many commits, written in one go: each changes three files, and every tenth names an item. */
export function longHistory({ commits, mergeEvery = 0 }: LongHistoryOptions): GitRepository {
  const repository = gitRepository();
  const lines: string[] = [];
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  for (let number = 1; number <= commits; number++) {
    const at = `${Math.floor(firstCommitAt / 1000) + number * 60} +0000`;
    const person = `Person ${number % 20} <person${number % 20}@example.org> ${at}`;
    const isMerge = mergeEvery > 0 && number > 2 && number % mergeEvery === 0;
    const subject = number % 10 === 0 ? `Work on STORY-${String(number % 2_000).padStart(3, '0')}` : `Change ${number}`;
    lines.push(`commit refs/heads/main\nmark :${number}\nauthor ${person}\ncommitter ${person}\n`);
    lines.push(data(`${subject}\n\nWhy it was done, in a line or two as people write them.\n`));
    if (number > 1) lines.push(`from :${number - 1}\n`);
    if (isMerge) lines.push(`merge :${number - 2}\n\n`);
    else
      for (let file = 0; file < 3; file++)
        lines.push(
          `M 100644 inline src/part${(number * 7 + file) % 40}/file${(number * 3 + file) % 50}.ts\n${data(`${number}.${file}`)}`,
        );
  }
  repository.gitWith(lines.join(''), 'fast-import', '--quiet', '--force');
  repository.git('reset', '--quiet', '--hard', 'main');
  return repository;
}
