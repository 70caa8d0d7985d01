import type { Git } from '../workspace/ports.js';

/** Windows allows 32,767 characters in a command line. */
const longestCommandLine = 24_000;
const timeoutMilliseconds = 15_000;

const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };

/** Git by its command line, without a shell and without ever asking for a password. */
export const git: Git = {
  ignored: async (folder, paths) => {
    // Whoever asks git nothing must not pay for what talks to it.
    const { simpleGit } = await import('simple-git');
    try {
      const client = simpleGit({
        baseDir: folder,
        timeout: { block: timeoutMilliseconds },
        allowEnvironment: Object.keys(quiet),
      }).env({ ...environment(), ...quiet });
      const ignored = new Set<string>();
      for (const some of slicesOf(paths)) {
        const output = await client.raw(['-c', 'core.quotePath=false', 'check-ignore', '--', ...some]);
        for (const line of output.split('\n')) if (line !== '') ignored.add(unquote(line));
      }
      return { kind: 'ignored', paths: ignored };
    } catch (error) {
      return { kind: 'unavailable', message: describe(error, folder) };
    }
  },
};

/** What git needs to run and to find the user's own ignore file; nothing that sends it elsewhere or makes it run programs. */
function environment(): Record<string, string> {
  const kept = ['PATH', 'Path', 'HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
  const entries = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Messages are looked at, so they have to be in one language.
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

function slicesOf(paths: readonly string[]): string[][] {
  const slices: string[][] = [];
  let left = 0;
  for (const file of paths) {
    if (left < file.length) {
      slices.push([]);
      left = longestCommandLine;
    }
    slices.at(-1)?.push(file);
    left -= file.length + 3;
  }
  return slices;
}

/** Git puts a path with quotes, backslashes or control characters in quotes and escapes those. */
function unquote(line: string): string {
  if (!line.startsWith('"') || !line.endsWith('"')) return line;
  return line.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

function describe(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('not a git repository')) return `${folder} is in no git repository`;
  if (message.includes('ENOENT')) return 'git is not installed, or not found in the PATH';
  if (message.includes('timeout')) return `git did not answer within ${timeoutMilliseconds / 1000} seconds`;
  return `git cannot be asked: ${message.split('\n').find((line) => line.trim() !== '') ?? 'it gave no reason'}`;
}
