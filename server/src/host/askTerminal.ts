import { createInterface } from 'node:readline/promises';

/**
 * Asks a person at the terminal of this process a question that is answered by yes or no; whatever is no yes is a no.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function askTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal });
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    terminal.close();
  }
}
