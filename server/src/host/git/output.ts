import type { GitAnswer } from '../../workspace/ports.js';
import type { GitRun, RunGit } from './runGit.js';

/** Runs git and waits for all it says. @throws the signal's reason once it is aborted. */
export async function outputOf(run: RunGit, options: Omit<GitRun, 'take'>): Promise<GitAnswer<string>> {
  const pieces: Buffer[] = [];
  const answer = await run({ ...options, take: (bytes) => pieces.push(bytes) > 0 });
  return answer.kind === 'answer' ? { kind: 'answer', value: Buffer.concat(pieces).toString('utf8') } : answer;
}

/** An answer that is not what git is known to say. */
export function unreadable(command: string): Exclude<GitAnswer<never>, { readonly kind: 'answer' }> {
  return { kind: 'failed', message: `what \`git ${command}\` says cannot be read` };
}

/** A commit's, tree's or blob's name: forty digits, or sixty-four. */
export const isHash = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The tree without files, by the kind of hash that another name is; git knows it without having it. */
export const emptyTreeLike = (hash: string): string =>
  hash.length === 64
    ? '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
    : '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
