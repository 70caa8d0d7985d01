import path from 'node:path';
import { type SessionEntry, sessionEntry } from '../../agents/sessionRecord.js';
import { parseJson } from '../../base/json.js';
import { read } from '../../base/schema.js';
import { promptPathOf } from '../../execution/agents/localFiles.js';
import { formatTranscript } from '../../reports/transcript.js';
import { defineCommand } from './command.js';
import { findSession, sessionField, sessionRoot } from './findSession.js';
import { exitCodes } from './io.js';

/** `pactwright agent transcript`. */
export const transcriptCommand = defineCommand({
  name: 'agent transcript',
  summary: 'Shows what happened in a session, as Markdown: the prompt, messages, calls, commits, gates and cost',
  description:
    'From Pactwright’s own log, in which long texts are shortened. The agent’s full transcript is in its own file.',
  fields: { session: sessionField, root: sessionRoot },
  exitCodes: { 0: 'shown' },
  run: async (input, io) => {
    const { session, log } = await findSession(input, io);
    const { disk, clock } = io.machine;
    const text = await disk.readFile(log, 'utf8');
    const entries = text.split('\n').flatMap((line): readonly SessionEntry[] => {
      const entry = read(sessionEntry, parseJson(line));
      return entry ? [entry] : [];
    });
    const file = path.join(session.folder, promptPathOf(session.id));
    const prompt = await disk.readFile(file, 'utf8').catch(() => undefined);
    io.out(formatTranscript({ session, entries, prompt, now: clock() }));
    return exitCodes.fine;
  },
});
