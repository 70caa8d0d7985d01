import type { AgentSessionView } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import { plainMessage } from '../editor/plainMessage.js';
import { folderOf } from './agentTerminals.js';

type Session = Pick<AgentSessionView, 'id' | 'root'>;

/** The command line `pactwright agent NAME` for a session. @param text a positional argument that a person typed. */
export function sessionArgs({ id, root }: Session, name: string, text?: string): readonly string[] {
  return ['agent', name, '--root', folderOf(root), '--', id, ...(text === undefined ? [] : [text])];
}

/** Runs such a command without a terminal. @returns why it failed, in one line; undefined if it did not. */
export async function runOnSession(
  session: Session,
  name: string,
  program: string,
  timeLimitMs: number,
): Promise<string | undefined> {
  const { code, errors } = await runCommandLine({
    program,
    args: sessionArgs(session, name),
    folder: folderOf(session.root),
    onLine: () => undefined,
    signal: AbortSignal.timeout(timeLimitMs),
  });
  return code === 0 ? undefined : plainMessage(errors);
}
