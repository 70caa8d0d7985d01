import path from 'node:path';
import type { Machine } from '../../server/src/workspace/machine.js';
import type {
  Git,
  GitAnswer,
  GitRefs,
  GitRepository,
  GitStatus,
  GitWorktree,
  LoggedCommit,
  ProcessStart,
} from '../../server/src/workspace/ports.js';
import { createMemoryFiles, type MemoryFiles } from './memoryFiles.js';
import { testMachine } from './testMachine.js';

/** What git says of the repository at `/repository`. */
interface ToldGit {
  readonly refs?: GitRefs;
  readonly status?: GitStatus;
  readonly worktrees?: readonly GitWorktree[];
  /** Newest first. */
  readonly log?: readonly LoggedCommit[];
  /** Texts by blob. */
  readonly blobs?: Readonly<Record<string, string>>;
}

export interface Told {
  /** Files by absolute path, with `/`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Undefined: there is no repository. */
  readonly git?: ToldGit;
  /** What a program prints, by its words (`git remote`): the longest that it begins with counts. */
  readonly programs?: Readonly<Record<string, { readonly code?: number; readonly output?: string }>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** A machine that starts no process and reads no file: all it says was told to it. What nobody told it fails the test. */
export interface ToldMachine extends Machine {
  readonly files: MemoryFiles;
  /** The words of the programs that were run, in order. */
  readonly ran: readonly string[];
  /** What is written to logs, by file. */
  readonly logged: ReadonlyMap<string, string>;
}

export const toldRepository: GitRepository = {
  folder: '/repository',
  prefix: '',
  top: '/repository',
  gitFolder: '/repository/.git',
  commonFolder: '/repository/.git',
};
const onlyWorktree: GitWorktree = { path: toldRepository.top, main: true, locked: false, prunable: false };

export function toldMachine({ files, git, programs = {}, env = {}, now = 0 }: Told): ToldMachine {
  const ran: string[] = [];
  const logged = new Map<string, string>();
  const run = ({ program, args, take }: Pick<ProcessStart, 'program' | 'args' | 'take'>) => {
    const words = [path.basename(program), ...args].join(' ');
    ran.push(words);
    const found = Object.keys(programs)
      .filter((one) => words === one || words.startsWith(`${one} `))
      .sort((one, other) => other.length - one.length)[0];
    const said = found === undefined ? undefined : programs[found];
    if (!said) throw new Error(`no test told what \`${words}\` does`);
    take(said.output ?? '', 'output');
    return Promise.resolve({ kind: 'ended' as const, code: said.code ?? 0 });
  };
  return {
    ...testMachine(env, () => now),
    files: createMemoryFiles(files),
    git: gitOf(git),
    processes: { run },
    runGit: async (_folder, args) => {
      let output = '';
      const { code } = await run({ program: 'git', args, take: (text) => (output += text) });
      return code === 0 ? { kind: 'answer', value: output } : { kind: 'failed', message: output };
    },
    withLock: async (_file, use) => ({ kind: 'done', value: await use() }),
    logs: {
      create: (file, line) => {
        if (logged.has(file)) return Promise.resolve(false);
        logged.set(file, line);
        return Promise.resolve(true);
      },
      append: (file, lineFor) => {
        const text = logged.get(file) ?? '';
        logged.set(file, text + (lineFor(Buffer.byteLength(text)) ?? ''));
        return Promise.resolve();
      },
      read: (file, from, size) => Promise.resolve(Buffer.from(logged.get(file) ?? '').subarray(from, from + size)),
    },
    ran,
    logged,
  };
}

function gitOf(told: ToldGit | undefined): Git {
  const answer = <T>(value: T | undefined, what: string): Promise<GitAnswer<T>> => {
    if (!told) return Promise.resolve({ kind: 'unavailable', message: 'there is no repository' });
    if (value === undefined) throw new Error(`no test told the ${what}`);
    return Promise.resolve({ kind: 'answer', value });
  };
  return {
    spawns: () => 0,
    repository: () => answer(toldRepository, 'repository'),
    refs: () => answer(told?.refs, 'refs'),
    log: (_repository, { most = Infinity }, take) => {
      told?.log?.slice(0, most).forEach(take);
      return answer(told?.log && null, 'log').then((one) =>
        one.kind === 'answer' ? { ...one, value: undefined } : one,
      );
    },
    worktrees: () => answer(told?.worktrees ?? [onlyWorktree], 'worktrees'),
    status: () => answer(told?.status, 'status'),
    blobs: () => answer(new Map(Object.entries(told?.blobs ?? {})), 'blobs'),
    objects: (_repository, wanted, take) => {
      for (const one of wanted) {
        const text = told?.blobs?.[one];
        if (text !== undefined) take(one, Buffer.from(text));
      }
      return answer(null, 'objects').then((one) => (one.kind === 'answer' ? { ...one, value: undefined } : one));
    },
    refLogs: () => Promise.resolve([]),
    ignored: () => answer(new Set<string>(), 'ignored files'),
  };
}
