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
  return { kind: 'failed', message: `cannot read the output of \`git ${command}\`` };
}

/** A commit's, tree's or blob's name: forty digits, or sixty-four. */
export const isHash = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
