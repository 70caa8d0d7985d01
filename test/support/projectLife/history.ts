import { execFileSync } from 'node:child_process';

interface CommitOptions {
  readonly branch: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** When it was written first, where it was committed anew since. */
  readonly authoredAt?: number;
  readonly message: string;
  /** All files there are after it. */
  readonly files: ReadonlyMap<string, string>;
  /** The branch that is merged. */
  readonly merges?: string;
}

/** A git history as it is made up, written to a repository in one go at the end. */
export interface History {
  commit(options: CommitOptions): void;
  /** Begins a branch at the tip of another one, or puts it there. */
  branch(name: string, from: string): void;
  remove(branch: string): void;
  tag(name: string, branch: string): void;
  readonly commits: () => number;
  /** Writes it into a new repository and checks out `main`. @param folder absolute, empty. */
  write(folder: string): void;
}

const environment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C',
};

export function createHistory(): History {
  const stream: string[] = [];
  const tips = new Map<string, { readonly mark: number; readonly files: ReadonlyMap<string, string> }>();
  let marks = 0;
  const seconds = (at: number): string => `${Math.floor(at / 1000)} +0000`;
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

  return {
    commit: ({ branch, author, at, authoredAt = at, message, files, merges }) => {
      const before = tips.get(branch);
      const mark = ++marks;
      const mail = `${author.toLowerCase().replaceAll(' ', '.')}@example.org`;
      stream.push(`commit refs/heads/${branch}\nmark :${mark}\n`);
      stream.push(`author ${author} <${mail}> ${seconds(authoredAt)}\ncommitter ${author} <${mail}> ${seconds(at)}\n`);
      stream.push(data(message));
      if (before) stream.push(`from :${before.mark}\n`);
      const merged = merges === undefined ? undefined : tips.get(merges);
      if (merged) stream.push(`merge :${merged.mark}\n`);
      for (const path of before?.files.keys() ?? []) if (!files.has(path)) stream.push(`D ${path}\n`);
      for (const [path, text] of files)
        if (before?.files.get(path) !== text) stream.push(`M 100644 inline ${path}\n${data(text)}`);
      stream.push('\n');
      tips.set(branch, { mark, files });
    },
    branch: (name, from) => {
      const tip = tips.get(from);
      if (!tip) throw new Error(`there is no branch ${from}`);
      tips.set(name, tip);
      stream.push(`reset refs/heads/${name}\nfrom :${tip.mark}\n\n`);
    },
    remove: (branch) => {
      tips.delete(branch);
      stream.push(`reset refs/heads/${branch}\nfrom ${'0'.repeat(40)}\n\n`);
    },
    tag: (name, branch) => {
      stream.push(`reset refs/tags/${name}\nfrom :${tips.get(branch)?.mark ?? 0}\n\n`);
    },
    commits: () => marks,
    write: (folder) => {
      const git = (args: readonly string[], input?: string): void => {
        execFileSync('git', ['-C', folder, ...args], { env: environment, input, stdio: ['pipe', 'ignore', 'inherit'] });
      };
      git(['init', '--quiet', '--initial-branch=main']);
      git(['fast-import', '--quiet', '--force'], stream.join(''));
      git(['reset', '--quiet', '--hard', 'main']);
    },
  };
}
