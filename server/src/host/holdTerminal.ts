/** Waits for Enter, so that a person can read what a terminal says that closes with its process; not without a terminal. */
export async function holdTerminal(message: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return;
  // No other command line pays for it.
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl+C and Ctrl+D are answers, too.
  const closed = new Promise<void>((resolve) => {
    terminal.once('close', resolve);
  });
  await Promise.race([terminal.question(message), closed]);
  terminal.close();
}
