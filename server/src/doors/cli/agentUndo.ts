import path from 'node:path';
import { undoSession } from '../../execution/agents/undoSession.js';
import { undoEnd } from '../../execution/snapshots/snapshot.js';
import { isLive, type SessionView } from '../../agents/sessions/sessionView.js';
import { formatCheckpoints } from '../../reports/agents.js';
import { UsageError } from '../../base/usageError.js';
import { plainText } from '../../base/plainText.js';
import { count } from '../../base/count.js';
import { defineCommand, formatField } from './command.js';
import { findSession, type NamedSession, sessionField, sessionRoot as rootOption } from './findSession.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

/** `pactwright agent undo`. */
export const undoCommand = defineCommand({
  name: 'agent undo',
  summary: 'Restores everything to its state before a session',
  description:
    'Before an agent starts, a snapshot keeps what is not committed, staged, untracked or ignored, with branches, tags and stashes. This puts the folder where it worked back to that. What is there now is kept before: `pactwright agent undo ID-undo` restores it.',
  fields: {
    session: sessionField,
    round: {
      type: 'integer',
      from: 1,
      description: 'restore the state before this round of its phase: `pactwright agent checkpoints` lists the rounds',
    },
    root: rootOption,
  },
  examples: [['agent undo 1f3a --round 2', 'keep the work of the first round']],
  exitCodes: { 0: 'done', 1: 'some files could not be written' },
  run: undo,
});

/** `pactwright agent checkpoints`. */
export const checkpointsCommand = defineCommand({
  name: 'agent checkpoints',
  summary: 'Lists the rounds of a session’s phase that can be undone',
  description: 'Each round starts with a snapshot. `pactwright agent undo ID --round N` restores it.',
  fields: { session: sessionField, root: rootOption, format: formatField('text', 'json') },
  exitCodes: { 0: 'shown' },
  run: checkpoints,
});

async function checkpoints(options: NamedSession & { readonly format: 'text' | 'json' }, io: Io): Promise<ExitCode> {
  const { session, all } = await findSession(options, io);
  const rounds = roundsOf(session, all);
  io.out(
    options.format === 'text'
      ? formatCheckpoints(rounds, io.machine.clock())
      : `${JSON.stringify({ version: 1, checkpoints: rounds.map((one, index) => ({ ...one, round: index + 1 })) }, undefined, 2)}\n`,
  );
  return exitCodes.fine;
}

/** The rounds of the phase run that a session belongs to, oldest first. */
function roundsOf({ id, began = id }: SessionView, all: readonly SessionView[]): readonly SessionView[] {
  return all
    .filter((one) => one.id === began || one.began === began)
    .sort((a, b) => a.startedAt - b.startedAt || a.round - b.round);
}

async function undo(options: NamedSession & { readonly round?: number | undefined }, io: Io): Promise<ExitCode> {
  const isUndo = options.session.endsWith(undoEnd);
  const session = isUndo ? options.session.slice(0, -undoEnd.length) : options.session;
  const { session: found, all, log } = await findSession({ ...options, session }, io);
  const rounds = roundsOf(found, all);
  const wanted = options.round === undefined ? found : rounds[options.round - 1];
  if (!wanted)
    throw new UsageError(`${found.id} has ${count(rounds.length, 'round')}, and no round ${String(options.round)}`);
  const live = rounds.find(isLive);
  if (live) throw new UsageError(`${live.id} is running: end it first (\`pactwright agent stop ${live.id}\`)`);
  const { id, folder, destroyedBeside } = wanted;
  const snapshot = isUndo ? `${id}${undoEnd}` : id;
  // The logs are in what all worktrees share.
  const common = path.dirname(path.dirname(path.dirname(log)));
  const undone = await io.machine.terminal.untilTermination((signal) =>
    undoSession(io.machine, folder, snapshot, signal, { hasLostBeside: destroyedBeside, common }),
  );
  const later = isUndo ? 0 : rounds.filter((one) => one.startedAt > wanted.startedAt).length;
  io.out(
    `${undone.folders.join(' and ')} ${undone.folders.length > 1 ? 'are as they were' : 'is as it was'} before ${id}` +
      `${later > 0 ? `; the work of ${count(later, 'later round')} is undone, too` : ''}.` +
      ` To undo this: pactwright agent undo ${undone.undo}\n`,
  );
  for (const failure of undone.failures) io.err(`pactwright: not written: ${plainText(failure)}\n`);
  for (const gone of undone.missing) io.err(`pactwright: in no snapshot, and not restored: ${plainText(gone)}\n`);
  return undone.failures.length === 0 ? exitCodes.fine : exitCodes.findings;
}
