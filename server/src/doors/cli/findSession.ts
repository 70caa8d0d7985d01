import path from 'node:path';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import { UsageError } from '../../base/usageError.js';
import { logOf } from '../../execution/agents/sessionLog.js';
import { findSessionPlace } from '../../execution/agents/sessionPlace.js';
import { createSessionReader } from '../../execution/agents/sessionReader.js';
import { rootField } from './command.js';
import type { CommandField } from './commandFacts.js';
import type { Io } from './io.js';

/** `--root` of a command about sessions. */
export const sessionRoot = {
  ...rootField,
  description: 'the repository or project (default: the current folder)',
} as const;

/** The session a command is about. */
export const sessionField = {
  type: 'text',
  positional: true,
  required: true,
  placeholder: 'ID',
  description: 'the id of a session, or an end of it that no other has: `pactwright agent sessions` lists them',
} as const satisfies CommandField;

/** The session to find, and where. */
export interface NamedSession {
  readonly session: string;
  readonly root: string | undefined;
}

interface FoundSession {
  readonly session: SessionView;
  /** Absolute. */
  readonly log: string;
  /** Every session of the repository. */
  readonly all: readonly SessionView[];
}

/** @throws UsageError if no session or more than one matches. */
export async function findSession({ session: wanted, root }: NamedSession, io: Io): Promise<FoundSession> {
  const { logs } = await findSessionPlace(io.machine, path.resolve(io.cwd, root ?? '.'));
  const all = await createSessionReader(io.machine).read(logs);
  const exact = all.filter(({ id }) => id === wanted);
  const [session, ...more] = exact.length > 0 ? exact : all.filter(({ id }) => id.endsWith(wanted));
  const log = session && logOf(logs, session.id);
  if (!session || log === undefined)
    throw new UsageError(`there is no session "${wanted}" (\`pactwright agent sessions --all\` lists them)`);
  if (more.length > 0)
    throw new UsageError(`several sessions are meant: ${[session, ...more].map(({ id }) => id).join(', ')}`);
  return { session, log, all };
}
