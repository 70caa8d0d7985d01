/**
 * Asks a person at the terminal of this process.
 *
 * @returns the line that was typed; nothing if the person typed Ctrl+C or Ctrl+D instead.
 * @throws the signal's reason once it is aborted.
 */
export async function askTerminal(question: string, signal?: AbortSignal): Promise<string> {
  // Few commands ask, and none of the others has to pay for it.
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const leaving = new Promise<string>((resolve) => {
    terminal.once('close', () => {
      resolve('');
    });
  });
  terminal.once('SIGINT', () => {
    terminal.close();
  });
  try {
    return await Promise.race([terminal.question(question, signal ? { signal } : {}), leaving]);
  } finally {
    terminal.close();
  }
}

/**
 * Asks for a yes; whatever is no yes is a no.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function confirmAtTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(?:es)?$/iu.test((await askTerminal(`${question} [y/N] `, signal)).trim());
}

/** Waits for Enter, so that a person can read what a terminal says that closes with its process; not without a terminal. */
export async function holdTerminal(): Promise<void> {
  if (process.stdin.isTTY && process.stderr.isTTY) await askTerminal('\nPress Enter to close this terminal. ');
}

/**
 * What is sent to the standard input of this process. All of it is read, so that who sends it is not disturbed.
 *
 * @param longest how much is kept, in UTF-16 units: what is longer is cut somewhere behind.
 */
export async function readStandardInput(longest = Infinity, withinMs?: number): Promise<string> {
  let text = '';
  const input = process.stdin.setEncoding('utf8');
  const late =
    withinMs === undefined
      ? undefined
      : setTimeout(() => input.destroy(new Error('the standard input does not end')), withinMs);
  try {
    for await (const piece of input) if (text.length <= longest) text += String(piece);
  } finally {
    clearTimeout(late);
  }
  return text;
}
