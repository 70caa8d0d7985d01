import type { Machine } from '../../workspace/machine.js';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { stateFolder } from '../../base/userFolders.js';
import { plainText } from '../../base/plainText.js';

export interface Agreement {
  readonly agent: { readonly id: string; readonly name: string };
  /** The program, absolute, and its arguments. */
  readonly command: readonly string[];
  /** The folder of the logs, which stands for the repository. */
  readonly logs: string;
  readonly machine: Machine;
  /** Shows the person a warning: one line. */
  readonly warn: (text: string) => void;
  /** Asks a person at the terminal. @returns what they typed. */
  readonly ask: (question: string) => Promise<string>;
}

/**
 * Whether a person agrees that an agent is started: before its first use in a repository the exact command is shown. Who answers
 * `a` is not asked again there, as long as the program stays the same file. What was agreed is kept with the user's state, where no
 * repository can put it.
 */
export async function isAgreed({ agent, command, logs, machine, warn, ask }: Agreement): Promise<boolean> {
  const [program = ''] = command;
  const name = createHash('sha256').update([logs, agent.id, program].join('\0')).digest('hex').slice(0, 32);
  const folder = path.join(stateFolder(machine.places), 'agreed');
  const mark = path.join(folder, name);
  if (await isThere(machine, mark)) return true;
  const shown = command
    .map((part) => plainText(/^[\w./:=@%+,-]+$/u.test(part) ? part : JSON.stringify(part)))
    .join(' ');
  const answer = await ask(
    `${agent.name} has not been used in this repository yet. It is started with:\n\n  ${shown}\n\nStart it? [y]es, [a]lways in this repository, [N]o `,
  );
  const word = answer.trim().toLowerCase();
  if (!['y', 'yes', 'a', 'always'].includes(word)) return false;
  if (word.startsWith('a')) {
    try {
      await machine.disk.makeFolder(folder, 0o700);
      await machine.disk.writeFile(mark, `${agent.id} ${logs}\n`, { mode: 0o600 });
    } catch (error) {
      warn(`you will be asked again next time: ${describeError(error)}`);
    }
  }
  return true;
}

async function isThere(machine: Machine, file: string): Promise<boolean> {
  try {
    await machine.disk.access(file);
    return true;
  } catch {
    return false;
  }
}
